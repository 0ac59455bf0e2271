/** Verifies the audit trail: recomputes the chain and every payload's hash. Changes nothing. */
import type { PrismaClient } from "@/lib/server/db/generated/client";
import { emptyChain, extendChain, sha256, type ChainHead } from "./chain";
import { entryColumns, type StoredEntry } from "./stored-entry";

/** Entries read per query. */
const pageSize = 1_000;
/** Number of faults after which verification ends, because the trail was then certainly changed. */
const maxFaults = 20;

/** Result of a check of the audit trail: the end of the hash chain, numbers of entries, and faults. */
export interface ChainReport {
  /** End of the chain as stored. Its sequence is 0 for an empty chain. */
  readonly head: ChainHead;
  readonly unsealedCount: number;
  readonly erasedCount: number;
  /** One sentence per fault; at most 20. */
  readonly faults: readonly string[];
}

/**
 * Returns a report on the audit trail with the entries that were changed, removed or added. `expected` is the head of an
 * earlier report. Without it, a removal of the newest entries cannot be detected.
 */
export async function verifyAuditChain(database: PrismaClient, expected?: ChainHead): Promise<ChainReport> {
  const faults: string[] = [];
  let head = emptyChain;
  let erasedCount = 0;
  let isExpectedFound = expected === undefined || expected.sequence === 0n;
  let page = await readSealed(database, head.sequence);
  while (page.length > 0 && faults.length < maxFaults) {
    for (const entry of page) {
      faults.push(...findSealFaults(head, entry), ...findPayloadFaults(entry));
      // The stored hash continues the chain, so that one changed entry is one fault.
      head = { sequence: entry.sequence ?? 0n, hash: entry.chainHash ?? "" };
      if (entry.payload === null) erasedCount += 1;
      if (expected !== undefined && isSameHead(expected, head)) isExpectedFound = true;
    }
    page = await readSealed(database, head.sequence);
  }
  if (!isExpectedFound) faults.push(`The chain does not contain the expected entry ${expected?.sequence}.`);
  const unsealed = await readUnsealed(database);
  faults.push(...unsealed.flatMap(findPayloadFaults));
  return { head, unsealedCount: unsealed.length, erasedCount, faults: faults.slice(0, maxFaults) };
}

function isSameHead(one: ChainHead, other: ChainHead): boolean {
  return one.sequence === other.sequence && one.hash === other.hash;
}

function findSealFaults(before: ChainHead, entry: StoredEntry): readonly string[] {
  const sealed = extendChain(before, entry);
  if (entry.sequence !== sealed.sequence)
    return [`Entries are missing before entry ${entry.sequence}: expected number ${sealed.sequence}.`];
  if (entry.chainHash !== sealed.hash)
    return [`Entry ${entry.sequence} does not match its hash. This entry or the previous one was changed.`];
  return [];
}

function findPayloadFaults({ id, payload, payloadHash }: StoredEntry): readonly string[] {
  if (payload === null || sha256(payload) === payloadHash) return [];
  return [`The payload of the entry with the id ${id} does not match its hash, so the payload was changed.`];
}

function readSealed(database: PrismaClient, after: bigint): Promise<readonly StoredEntry[]> {
  return database.$queryRaw`
    select ${entryColumns} from audit_entries where sequence > ${after} order by sequence limit ${pageSize}`;
}

/** Entries without a number are few, because a job seals them within seconds. */
function readUnsealed(database: PrismaClient): Promise<readonly StoredEntry[]> {
  return database.$queryRaw`
    select ${entryColumns} from audit_entries where sequence is null order by id`;
}
