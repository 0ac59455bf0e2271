/** Exports entries of the audit trail as JSON Lines or CSV. */
import type { AuditEntry, exportAuditContract } from "@/lib/contracts/audit";
import { toCsv } from "@/lib/format/csv";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { createConditions, readAuditEntries, type AuditFilter } from "./read-entries";

/** Maximum size of one export, so that one request cannot fill the memory. Larger exports need several time ranges. */
const exportLimits = { entries: 10_000, characters: 16_000_000 } as const;
const entriesPerRead = 1_000;

interface ExportedEntries {
  readonly entries: readonly AuditEntry[];
  readonly isTruncated: boolean;
}

/**
 * Returns the entries of the audit trail as a file. Throws invalid-input for an empty or reversed time range, and
 * database-unavailable.
 */
export const exportAudit: Handler<typeof exportAuditContract> = async ({ query, signal }) => {
  const { format, ...filter } = query;
  const { entries, isTruncated } = await readNewest(filter, signal);
  const asOfMs = nowMs();
  const date = new Date(asOfMs).toISOString().slice(0, 10);
  return {
    asOfMs,
    fileName: `audit-trail-${date}.${format}`,
    text: format === "csv" ? toAuditCsv(entries) : toJsonLines(entries),
    entryCount: entries.length,
    isTruncated,
  };
};

async function readNewest(filter: AuditFilter, signal: AbortSignal): Promise<ExportedEntries> {
  const conditions = createConditions(filter);
  const entries: AuditEntry[] = [];
  let characters = 0;
  for (;;) {
    signal.throwIfAborted();
    const read = await readAuditEntries(conditions, { cursor: entries.at(-1)?.id, limit: entriesPerRead });
    for (const entry of read) {
      characters += JSON.stringify(entry).length;
      const isFull = entries.length === exportLimits.entries || characters > exportLimits.characters;
      if (isFull) return { entries, isTruncated: true };
      entries.push(entry);
    }
    if (read.length < entriesPerRead) return { entries, isTruncated: false };
  }
}

function toJsonLines(entries: readonly AuditEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}

const head = [
  "time",
  "number",
  "author kind",
  "author",
  "author name",
  "token",
  "action",
  "operation",
  "table",
  "object",
  "address",
  "before",
  "after",
  "erased",
  // New columns are at the end, so that programs which read columns by number still work.
  "account kind",
  "token creator",
  "author e-mail",
] as const;

function toAuditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ atMs, sequence, actor, action, operation, object, content }) => [
    toTime(atMs),
    sequence,
    actor.kind,
    actor.id,
    actor.name,
    actor.tokenName,
    action,
    operation,
    object.table,
    object.id,
    ...(content.kind === "present"
      ? [content.address, toJson(content.before), toJson(content.after), null]
      : [null, null, null, toTime(content.erasedAtMs)]),
    actor.accountKind,
    actor.tokenMaker?.name ?? null,
    actor.email,
  ]);
  return toCsv([head, ...rows]);
}

const toTime = (atMs: number): string => new Date(atMs).toISOString();

const toJson = (state: object | null): string | null => (state === null ? null : JSON.stringify(state));
