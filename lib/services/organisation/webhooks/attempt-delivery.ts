/**
 * Makes one attempt to send a message. A claim in the database ensures that only one process sends it at a time. If a
 * process ends during an attempt, the message waits, and another attempt sends it again with the same id.
 */
import { isAppError } from "@/lib/model/app-error";
import {
  attemptLeaseMs,
  retryDelaysMs,
  webhookLimits,
  type DeliveryState,
} from "@/lib/model/investigation/webhook";
import { nowMs } from "@/lib/server/clock";
import { getDatabase } from "@/lib/server/db/client";
import { toDatabaseError } from "@/lib/server/db/failure";
import type { Prisma } from "@/lib/server/db/generated/client";
import { postMessage, type MessageOutcome } from "@/lib/server/upstream/outgoing/post-message";
import { createSignedHeaders } from "@/lib/server/upstream/outgoing/sign-message";
import { webhookRules } from "@/lib/server/upstream/outgoing/webhook-rules";
import { decryptSecret } from "./webhook-row";

const includeWebhook = { webhook: true } as const satisfies Prisma.WebhookDeliveryInclude;

/** A stored delivery with its webhook. */
export type DeliveryRow = Prisma.WebhookDeliveryGetPayload<{ include: typeof includeWebhook }>;

/** Outcome of a delivery. `lost`: the process of the last attempt ended during the attempt, and no further attempt is made. */
export type DeliveryOutcome = MessageOutcome | { readonly kind: "lost"; readonly reason: string };

/** Columns of a delivery after an attempt. */
export interface AttemptResult {
  readonly attemptCount: number;
  readonly state: DeliveryState;
  readonly status: number | null;
  readonly durationMs: number | null;
  readonly message: string | null;
  readonly responseStart: string | null;
  readonly nextAttemptAt: Date;
  readonly finishedAt: Date | null;
}

/** One attempt to send a message, with the columns to store. */
export interface DeliveryAttempt {
  readonly delivery: DeliveryRow;
  readonly outcome: DeliveryOutcome;
  readonly result: AttemptResult;
}

/**
 * Claims a message and sends it once. Returns undefined if another process sends it, or if it is not due. The caller stores
 * the result. Throws database-unavailable.
 */
export async function attemptDelivery(id: string): Promise<DeliveryAttempt | undefined> {
  const delivery = await claimDelivery(id);
  if (delivery === null) return undefined;
  const outcome = await sendDelivery(delivery);
  return { delivery, outcome, result: toResult(outcome, delivery) };
}

async function claimDelivery(id: string): Promise<DeliveryRow | null> {
  const atMs = nowMs();
  try {
    const { count } = await getDatabase().webhookDelivery.updateMany({
      where: { id, state: "waiting", nextAttemptAt: { lte: new Date(atMs) } },
      data: { attemptCount: { increment: 1 }, nextAttemptAt: new Date(atMs + attemptLeaseMs) },
    });
    if (count === 0) return null;
    return await getDatabase().webhookDelivery.findUnique({ where: { id }, include: includeWebhook });
  } catch (error) {
    throw toDatabaseError(error, "PostgreSQL does not respond, so the message cannot be sent");
  }
}

async function sendDelivery(delivery: DeliveryRow): Promise<DeliveryOutcome> {
  const { id, body, webhook } = delivery;
  if (isStaleTest(delivery))
    return {
      kind: "lost",
      reason: "Ridgepoint's server stopped during the test, so the result is not known. Send another test.",
    };
  if (delivery.attemptCount > webhookLimits.maxAttempts)
    return {
      kind: "lost",
      reason:
        "Ridgepoint's server stopped during the last attempt, so it is not known whether the receiver got the message.",
    };
  if (webhook === null) return { kind: "refused", reason: "The webhook was deleted." };
  try {
    const headers = createSignedHeaders(decryptSecret(webhook), { id, atMs: nowMs(), body });
    const { url } = webhook;
    return await postMessage({ url, headers, body, timeoutMs: webhookLimits.timeoutMs, rules: webhookRules });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { kind: "refused", reason: `The message cannot be signed, because ${error.message}.` };
  }
}

/** Returns whether the delivery is a test whose first attempt ended with its process. A test is sent at most once. */
function isStaleTest({ trigger, createdAt }: DeliveryRow): boolean {
  return trigger === "test" && nowMs() - createdAt.getTime() >= attemptLeaseMs;
}

function toResult(outcome: DeliveryOutcome, { attemptCount, trigger }: DeliveryRow): AttemptResult {
  const at = new Date(nowMs());
  const finished = { nextAttemptAt: at, finishedAt: at };
  const empty = { attemptCount, status: null, durationMs: null, message: null, responseStart: null };
  if (outcome.kind === "answered") {
    const { status, durationMs, responseStart } = outcome;
    const isAccepted = status >= 200 && status < 300;
    const message = isAccepted ? null : describeStatus(status);
    return {
      attemptCount,
      state: isAccepted ? "delivered" : "failed",
      status,
      durationMs,
      message,
      responseStart,
      ...finished,
    };
  }
  const failed = { ...empty, message: outcome.reason };
  if (outcome.kind === "refused") return { ...failed, state: "failed", ...finished };
  // The claim counted an attempt that is not made.
  if (outcome.kind === "lost")
    return { ...failed, attemptCount: attemptCount - 1, state: "failed", ...finished };
  const { durationMs } = outcome;
  const delayMs = retryDelaysMs[attemptCount - 1];
  // A person waits for the outcome of a test.
  if (trigger === "test" || attemptCount >= webhookLimits.maxAttempts || delayMs === undefined)
    return { ...failed, durationMs, state: "failed", ...finished };
  const nextAttemptAt = new Date(at.getTime() + delayMs);
  return { ...failed, durationMs, state: "waiting", nextAttemptAt, finishedAt: null };
}

function describeStatus(status: number): string {
  return status >= 300 && status < 400
    ? `The receiver redirected the message with the status ${status}. Redirects are not followed.`
    : `The receiver responded with the status ${status}.`;
}
