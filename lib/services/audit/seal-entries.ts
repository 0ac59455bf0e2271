/**
 * Seals the new entries of the audit trail: each entry gets its number in the hash chain and the hash of the chain. Numbers
 * follow the order of sealing. Entries of a transaction that ends late are sealed later.
 */
import { getDatabase } from "@/lib/server/db/client";
import { readRows } from "@/lib/server/db/read-rows";
import type { Transaction } from "@/lib/server/with-change";
import { emptyChain, extendChain, type ChainedEntry, type ChainHead } from "./chain";
import { chainedColumns } from "./stored-entry";

/** Key of the advisory lock that lets only one process seal at a time. Its value has no meaning. */
const lockKey = 7_210_394;
/** Maximum number of entries that one run seals. The next run seals the following entries. */
const batchSize = 1_000;

/** Returns whether the audit trail has entries that the hash chain does not include yet. */
export async function hasUnsealedAuditEntries(): Promise<boolean> {
  const [row] = await readRows(
    (database) => database.$queryRaw<readonly { readonly isWaiting: boolean }[]>`
      select exists (select from audit_entries where sequence is null) as "isWaiting"`,
  );
  return row?.isWaiting ?? false;
}

/**
 * Adds up to 1,000 entries of the audit trail to the hash chain and returns their number. Processes that do
 * this at the same time wait for each other.
 */
export async function sealAuditEntries(): Promise<number> {
  return getDatabase().$transaction(async (transaction) => {
    await transaction.$executeRaw`select pg_advisory_xact_lock(${lockKey})`;
    let head = await readHead(transaction);
    const seals: (ChainHead & { readonly id: bigint })[] = [];
    for (const entry of await readUnsealed(transaction)) {
      head = extendChain(head, entry);
      seals.push({ ...head, id: entry.id });
    }
    if (seals.length > 0) await writeSeals(transaction, seals);
    return seals.length;
  });
}

async function readHead(transaction: Transaction): Promise<ChainHead> {
  const [head] = await transaction.$queryRaw<readonly ChainHead[]>`
    select sequence, chain_hash as hash from audit_entries
    where sequence = (select max(sequence) from audit_entries)`;
  return head ?? emptyChain;
}

async function readUnsealed(transaction: Transaction): Promise<readonly ChainedEntry[]> {
  return transaction.$queryRaw`
    select ${chainedColumns} from audit_entries where sequence is null order by id limit ${batchSize}`;
}

async function writeSeals(
  transaction: Transaction,
  seals: readonly (ChainHead & { readonly id: bigint })[],
): Promise<void> {
  const ids = seals.map(({ id }) => id);
  const sequences = seals.map(({ sequence }) => sequence);
  const hashes = seals.map(({ hash }) => hash);
  await transaction.$executeRaw`
    update audit_entries set sequence = seal.sequence, chain_hash = seal.hash
    from unnest(${ids}::bigint[], ${sequences}::bigint[], ${hashes}::text[]) as seal (id, sequence, hash)
    where audit_entries.id = seal.id`;
}
