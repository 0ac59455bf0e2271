/**
 * Writes with an Idempotency-Key. The first attempt does the work, repeats within 24 hours get its response, and
 * concurrent attempts wait. A crashed attempt releases its key when its lease ends. An attempt that ends while PostgreSQL is
 * down releases its key with the next attempt.
 */
import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "@/lib/model/app-error";
import { nowMs } from "./clock";
import { getLogger } from "./logger";
import { getProcessState } from "./process-state";
import { getDatabase } from "./db/client";
import { toDatabaseError } from "./db/failure";
import { Prisma } from "./db/generated/client";
import { runWithIdempotencyKey, type IdempotentWrite, type JsonValue } from "./with-change";

const retentionMs = 24 * 3_600_000;
/** Added to the endpoint's time limit. After it, the attempt has certainly ended. */
const leaseSlackMs = 5_000;
const pollMs = 100;

export interface IdempotentRequest {
  readonly principalId: string;
  readonly contractId: string;
  readonly key: string;
  /** The validated request. The same key with a different request is refused. */
  readonly request: unknown;
  readonly timeLimitMs: number;
  readonly signal: AbortSignal;
}

export interface IdempotentResponse {
  readonly response: unknown;
  readonly isReplay: boolean;
}

/**
 * Parses the key of a header: 8 to 128 printable characters. Throws precondition-required without one, invalid-input
 * for an invalid one.
 */
export function parseIdempotencyKey(header: string | null): string {
  if (header === null) throw new AppError("precondition-required", "the header Idempotency-Key is missing");
  if (!/^[\x21-\x7e]{8,128}$/.test(header)) {
    throw new AppError("invalid-input", "Idempotency-Key must have 8 to 128 printable characters");
  }
  return header;
}

/**
 * Returns the response of `work` or of an earlier attempt with the same key. Throws the errors of `work`, conflict,
 * database-unavailable.
 */
export async function respondOnce(
  request: IdempotentRequest,
  work: () => Promise<unknown>,
): Promise<IdempotentResponse> {
  try {
    const claim = await claimKey(request);
    if (claim.kind === "completed") return { response: claim.response, isReplay: true };
    return await runClaimed(claim.write, { leaseMs: leaseOf(request), work });
  } catch (error) {
    throw toDatabaseError(
      error,
      "PostgreSQL does not respond, so Ridgepoint cannot ensure that it executes this request only once",
    );
  }
}

interface ClaimedWork {
  readonly leaseMs: number;
  readonly work: () => Promise<unknown>;
}

async function runClaimed(
  write: IdempotentWrite,
  { leaseMs, work }: ClaimedWork,
): Promise<IdempotentResponse> {
  try {
    const response = await runWithIdempotencyKey(write, work);
    const text = JSON.stringify(response);
    await getDatabase().idempotencyKey.update({
      where: { id: write.idempotencyKeyId },
      data: { status: 200, response: text, responseHash: sha256(text) },
    });
    return { response, isReplay: false };
  } catch (error) {
    await freeKey(write.idempotencyKeyId, nowMs() + leaseMs);
    throw error;
  }
}

const leaseOf = ({ timeLimitMs }: IdempotentRequest): number => timeLimitMs + leaseSlackMs;

/** Keys of attempts that ended in this process and could not release them, with the latest end of their leases. */
function unreleasedKeys(): Map<string, number> {
  return getProcessState("unreleased-idempotency-keys", () => new Map<string, number>());
}

function noteUnreleasedKey(keyId: string, leaseEndMs: number): void {
  const keys = unreleasedKeys();
  for (const [id, endMs] of keys) if (endMs < nowMs()) keys.delete(id);
  keys.set(keyId, leaseEndMs);
}

/** Makes the key usable after a failure. If the request changed data, the key stays with its outcome; if not, it is deleted. */
async function freeKey(keyId: string, leaseEndMs: number): Promise<void> {
  try {
    const rows = getDatabase().idempotencyKey;
    const { count } = await rows.deleteMany({ where: { id: keyId, outcome: { equals: Prisma.DbNull } } });
    if (count === 0)
      await rows.updateMany({ where: { id: keyId, status: null }, data: { leasedUntil: new Date(0) } });
    unreleasedKeys().delete(keyId);
  } catch (error) {
    // The client must receive the original error. The next attempt releases the key, or the lease ends.
    noteUnreleasedKey(keyId, leaseEndMs);
    getLogger().warn({ error }, "an idempotency key could not be released");
  }
}

type Claim =
  | { readonly kind: "claimed"; readonly write: IdempotentWrite }
  | { readonly kind: "completed"; readonly response: unknown };

async function claimKey(keyed: IdempotentRequest): Promise<Claim> {
  const requestHash = sha256(JSON.stringify(keyed.request));
  for (;;) {
    keyed.signal.throwIfAborted();
    const claim = (await insertKey(keyed, requestHash)) ?? (await joinKey(keyed, requestHash));
    if (claim) return claim;
    await wait(pollMs);
  }
}

async function insertKey(keyed: IdempotentRequest, requestHash: string): Promise<Claim | undefined> {
  const rows = getDatabase().idempotencyKey;
  const at = nowMs();
  await rows.deleteMany({ where: { expiresAt: { lt: new Date(at) } } });
  const [created] = await rows.createManyAndReturn({
    data: [
      {
        principal: keyed.principalId,
        contract: keyed.contractId,
        key: keyed.key,
        requestHash,
        leasedUntil: new Date(at + leaseOf(keyed)),
        expiresAt: new Date(at + retentionMs),
      },
    ],
    skipDuplicates: true,
    select: { id: true },
  });
  return created
    ? { kind: "claimed", write: { idempotencyKeyId: created.id, outcome: undefined } }
    : undefined;
}

/**
 * Returns the response of the existing key, or the right to take over from a crashed attempt, or undefined to wait.
 */
async function joinKey(keyed: IdempotentRequest, requestHash: string): Promise<Claim | undefined> {
  const rows = getDatabase().idempotencyKey;
  const row = await rows.findUnique({
    where: {
      principal_contract_key: { principal: keyed.principalId, contract: keyed.contractId, key: keyed.key },
    },
  });
  if (!row) return undefined;
  if (row.requestHash !== requestHash) {
    throw new AppError("conflict", "this Idempotency-Key belongs to a different request");
  }
  if (row.response !== null) return { kind: "completed", response: JSON.parse(row.response) };
  const at = nowMs();
  if (row.leasedUntil.getTime() > at) {
    const leaseEndMs = unreleasedKeys().get(row.id);
    if (leaseEndMs !== undefined) await freeKey(row.id, leaseEndMs);
    return undefined;
  }
  // The next attempt has a separate lease, which an earlier failure must not end.
  unreleasedKeys().delete(row.id);
  const { count } = await rows.updateMany({
    where: { id: row.id, status: null, leasedUntil: row.leasedUntil },
    data: { leasedUntil: new Date(at + leaseOf(keyed)) },
  });
  if (count === 0) return undefined;
  return { kind: "claimed", write: { idempotencyKeyId: row.id, outcome: parseOutcome(row.outcome) } };
}

function parseOutcome(stored: unknown): IdempotentWrite["outcome"] {
  if (typeof stored !== "object" || stored === null || !("what" in stored) || !("value" in stored))
    return undefined;
  // `withChange` stores { what, value } as JSON.
  return { what: String(stored.what), value: stored.value as JsonValue };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
