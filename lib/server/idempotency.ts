/**
 * Writes with an Idempotency-Key. The first attempt does the work, repeats within 24 hours get its response, and
 * concurrent attempts wait. A crashed attempt releases its key when its lease ends. An attempt that ends while PostgreSQL is
 * down releases its key with the next attempt. This includes an attempt whose key was stored although the confirmation of
 * PostgreSQL was lost.
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
import { createUuidV7 } from "./uuid-v7";
import { runWithIdempotencyKey, type IdempotentWrite, type JsonValue } from "./with-change";

const retentionMs = 24 * 3_600_000;
/** Time that is added to the endpoint's time limit for the lease. When the lease ends, the attempt has certainly ended. */
const leaseSlackMs = 5_000;
const pollMs = 100;

/** A request with an idempotency key, by which a repetition is recognised. */
export interface IdempotentRequest {
  readonly principalId: string;
  readonly contractId: string;
  readonly key: string;
  /** The validated request. The same key with a different request is refused. */
  readonly request: unknown;
  readonly timeLimitMs: number;
  readonly signal: AbortSignal;
}

/**
 * Response to a request with an idempotency key. `isReplay` is true if it was stored by an earlier request.
 */
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
    return await runClaimed(claim, work);
  } catch (error) {
    throw toDatabaseError(
      error,
      "PostgreSQL does not respond, so Ridgepoint cannot ensure that it executes this request only once",
    );
  }
}

async function runClaimed(
  { write, lease }: Extract<Claim, { kind: "claimed" }>,
  work: () => Promise<unknown>,
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
    await freeKey(lease);
    throw error;
  }
}

const leaseOf = ({ timeLimitMs }: IdempotentRequest): number => timeLimitMs + leaseSlackMs;

/** The right of one attempt to use a key. After the lease has ended, another attempt can take over the key with a new lease. */
interface Lease {
  readonly keyId: string;
  readonly endMs: number;
}

/** Returns the leases that attempts of this process could not release: the time at which the lease ends, by key. */
function unreleasedLeases(): Map<string, number> {
  return getProcessState("unreleased-idempotency-leases", () => new Map<string, number>());
}

function noteUnreleased({ keyId, endMs }: Lease): void {
  const leases = unreleasedLeases();
  for (const [id, end] of leases) if (end < nowMs()) leases.delete(id);
  leases.set(keyId, endMs);
}

/**
 * Makes the key usable after a failure, unless another attempt has taken it over. If the request changed data, the stored
 * outcome stays and only the lease ends. Otherwise, the key is deleted.
 */
async function freeKey({ keyId, endMs }: Lease): Promise<void> {
  const attempt = { id: keyId, leasedUntil: new Date(endMs) };
  try {
    const rows = getDatabase().idempotencyKey;
    const { count } = await rows.deleteMany({ where: { ...attempt, outcome: { equals: Prisma.DbNull } } });
    if (count === 0)
      await rows.updateMany({ where: { ...attempt, status: null }, data: { leasedUntil: new Date(0) } });
    unreleasedLeases().delete(keyId);
  } catch (error) {
    // The client must receive the original error. The next attempt releases the key, or the lease ends.
    noteUnreleased({ keyId, endMs });
    getLogger().warn({ error }, "an idempotency key could not be released");
  }
}

type Claim =
  | { readonly kind: "claimed"; readonly write: IdempotentWrite; readonly lease: Lease }
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
  const lease: Lease = { keyId: createUuidV7(), endMs: at + leaseOf(keyed) };
  const row = {
    id: lease.keyId,
    principal: keyed.principalId,
    contract: keyed.contractId,
    key: keyed.key,
    requestHash,
    leasedUntil: new Date(lease.endMs),
    expiresAt: new Date(at + retentionMs),
  };
  try {
    const { count } = await rows.createMany({ data: [row], skipDuplicates: true });
    if (count === 0) return undefined;
  } catch (error) {
    // PostgreSQL may have stored the row before the connection was lost.
    noteUnreleased(lease);
    throw error;
  }
  return { kind: "claimed", write: { idempotencyKeyId: lease.keyId, outcome: undefined }, lease };
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
    if (unreleasedLeases().get(row.id) === row.leasedUntil.getTime())
      await freeKey({ keyId: row.id, endMs: row.leasedUntil.getTime() });
    return undefined;
  }
  const lease: Lease = { keyId: row.id, endMs: at + leaseOf(keyed) };
  if (!(await takeOver(row, lease))) return undefined;
  return {
    kind: "claimed",
    write: { idempotencyKeyId: row.id, outcome: parseOutcome(row.outcome) },
    lease,
  };
}

/** Replaces the lease of an attempt that has ended. Returns false if another attempt did so first. */
async function takeOver(
  row: { readonly id: string; readonly leasedUntil: Date },
  lease: Lease,
): Promise<boolean> {
  try {
    const { count } = await getDatabase().idempotencyKey.updateMany({
      where: { id: row.id, status: null, leasedUntil: row.leasedUntil },
      data: { leasedUntil: new Date(lease.endMs) },
    });
    return count > 0;
  } catch (error) {
    noteUnreleased(lease);
    throw error;
  }
}

function parseOutcome(stored: unknown): IdempotentWrite["outcome"] {
  if (typeof stored !== "object" || stored === null || !("what" in stored) || !("value" in stored))
    return undefined;
  // `writeChange` stores { what, value } as JSON.
  return { what: String(stored.what), value: stored.value as JsonValue };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
