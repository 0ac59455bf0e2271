/** Writes a row of a table as a new version. Nothing is ever written over. */
import { AppError } from "@/lib/model/app-error";
import type { AcceleratorDocument } from "@/lib/model/accelerator-schema";
import type { ModelDocument } from "@/lib/model/architecture-schema";
import { nowMs } from "@/lib/server/clock";
import type { Principal } from "@/lib/server/principal";
import type { Transaction } from "@/lib/server/with-change";
import { isBuiltInRow, parseEntry, type EntryKind } from "./catalogue";
import { assertDeviceNamesUnused } from "./unused-device-names";
import { toJson } from "./write-setting";

/** Serialises changes of the tables over all processes; any constant does. */
const lockKey = 7_210_393;
const maxIdLength = 100;
/** Of one kind; a table that people read is smaller by far. */
const maxEntries = 500;

/** Until the transaction ends nobody else adds or changes rows. */
export async function lockEntries(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`select pg_advisory_xact_lock(${lockKey})`;
}

export interface CurrentEntry {
  readonly version: number;
  readonly isRetired: boolean;
  readonly document: AcceleratorDocument | ModelDocument;
}

/** Null where it was never added. */
export async function readCurrentEntry(
  transaction: Transaction,
  kind: EntryKind,
  entryId: string,
): Promise<CurrentEntry | null> {
  const row = await transaction.catalogueEntry.findFirst({
    where: { kind, entryId },
    orderBy: { version: "desc" },
  });
  if (row === null) return null;
  return { version: row.version, isRetired: row.isRetired, document: parseEntry(kind, row.document) };
}

/** What a version said. Throws not-found where there is none of that number. */
export async function readEntryVersion(
  transaction: Transaction,
  { kind, entryId, version }: Pick<EntryWrite, "kind" | "entryId" | "version">,
): Promise<CurrentEntry["document"]> {
  const row = await transaction.catalogueEntry.findFirst({ where: { kind, entryId, version } });
  if (row === null) throw new AppError("not-found", `there is no version ${version} of ${entryId}`);
  return parseEntry(kind, row.document);
}

interface EntryWrite {
  readonly kind: EntryKind;
  readonly entryId: string;
  readonly version: number;
  readonly isRetired?: boolean;
  readonly document: AcceleratorDocument | ModelDocument;
  readonly principal: Principal;
}

/** Throws conflict for the id of a product's own row and for a device name that another row has, too-large where a table is full. */
export async function writeEntry(
  transaction: Transaction,
  { kind, entryId, version, document, principal, isRetired = false }: EntryWrite,
): Promise<{ readonly version: number; readonly author: string; readonly atMs: number }> {
  if (isBuiltInRow(kind, entryId))
    throw new AppError("conflict", `${entryId} is a row of the product's own table; give it another name.`);
  if (!isRetired && document.kind === "accelerator")
    await assertDeviceNamesUnused(transaction, { ...document.accelerator, id: entryId });
  if (version === 1) await assertTableHasSpace(transaction, kind);
  const atMs = nowMs();
  await transaction.catalogueEntry.create({
    data: {
      kind,
      entryId,
      version,
      isRetired,
      author: principal.id,
      createdAt: new Date(atMs),
      document: toJson(document),
    },
  });
  return { version, author: principal.id, atMs };
}

async function assertTableHasSpace(transaction: Transaction, kind: EntryKind): Promise<void> {
  const added = await transaction.catalogueEntry.count({ where: { kind, version: 1 } });
  if (added < maxEntries) return;
  throw new AppError("too-large", `${maxEntries} rows were added already, which is as many as are kept`);
}

/** Of a name as people write it: "H100 SXM (lab)" gives "h100-sxm-lab". Throws invalid-input for one without letters and digits. */
export function entryIdOf(name: string): string {
  const id = name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9.]+/g, "-")
    .replaceAll(/^[-.]+|[-.]+$/g, "")
    .slice(0, maxIdLength);
  if (id === "") throw new AppError("invalid-input", "The name needs a letter or a digit.");
  return id;
}
