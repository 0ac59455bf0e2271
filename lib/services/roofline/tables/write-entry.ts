/** Writes a table row as a new version. Rows are never overwritten. */
import { findAuthorName } from "@/lib/server/sessions/author-names";
import { AppError } from "@/lib/model/app-error";
import type { AcceleratorDocument } from "@/lib/model/roofline/accelerator-schema";
import type { ModelDocument } from "@/lib/model/roofline/architecture-schema";
import { nowMs } from "@/lib/server/clock";
import type { Principal } from "@/lib/server/principal";
import type { Transaction } from "@/lib/server/with-change";
import { isBuiltInRow, parseEntry, type CatalogueEntryKind } from "./catalogue";
import { assertDeviceNamesUnused } from "./unused-device-names";
import { toJson } from "@/lib/services/roofline/setting/write-setting";
import { trimCharacters } from "@/lib/base/trim-characters";

/** Advisory lock that serialises table changes of all processes. The number is arbitrary. */
const lockKey = 7_210_393;
const maxIdLength = 100;
/** Maximum number of rows of one kind. It only prevents misuse: usual tables are far smaller. */
const maxEntries = 500;

/** Locks the tables of GPUs and models against other writers until the transaction ends. */
export async function lockCatalogueTables(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`select pg_advisory_xact_lock(${lockKey})`;
}

/** Current version of an added GPU or model, from the database. */
export interface CurrentEntry {
  readonly version: number;
  readonly isRetired: boolean;
  readonly document: AcceleratorDocument | ModelDocument;
}

/** Returns the current version of an added GPU or model. Null if it was never added. */
export async function readCurrentEntry(
  transaction: Transaction,
  kind: CatalogueEntryKind,
  entryId: string,
): Promise<CurrentEntry | null> {
  const row = await transaction.catalogueEntry.findFirst({
    where: { kind, entryId },
    orderBy: { version: "desc" },
  });
  if (row === null) return null;
  return { version: row.version, isRetired: row.isRetired, document: parseEntry(kind, row.document) };
}

/** Returns the document of one version of a GPU or model. Throws not-found for an unknown version. */
export async function readEntryVersion(
  transaction: Transaction,
  { kind, entryId, version }: Pick<EntryWrite, "kind" | "entryId" | "version">,
): Promise<CurrentEntry["document"]> {
  const row = await transaction.catalogueEntry.findFirst({ where: { kind, entryId, version } });
  if (row === null) throw new AppError("not-found", `${entryId} has no version ${version}`);
  return parseEntry(kind, row.document);
}

interface EntryWrite {
  readonly kind: CatalogueEntryKind;
  readonly entryId: string;
  readonly version: number;
  readonly isRetired?: boolean;
  readonly document: AcceleratorDocument | ModelDocument;
  readonly principal: Principal;
}

/**
 * Writes a version of a GPU or model. Throws conflict for the id of a built-in row or a device name of
 * another row, too-large if the table is full.
 */
export async function writeEntry(
  transaction: Transaction,
  { kind, entryId, version, document, principal, isRetired = false }: EntryWrite,
): Promise<{ readonly version: number; readonly author: string; readonly atMs: number }> {
  if (isBuiltInRow(kind, entryId))
    throw createNameConflict(kind, `a built-in ${kind} has the id ${entryId}. Use a different name.`);
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
  return { version, author: findAuthorName(principal.id), atMs };
}

/** Creates the error for a new GPU or model whose name is already in use. */
export function createNameConflict(kind: CatalogueEntryKind, detail: string): AppError {
  const pointer = kind === "accelerator" ? "#/accelerator/name" : "#/name";
  return new AppError("conflict", detail, { errors: [{ pointer, detail }] });
}

async function assertTableHasSpace(transaction: Transaction, kind: CatalogueEntryKind): Promise<void> {
  const added = await transaction.catalogueEntry.count({ where: { kind, version: 1 } });
  if (added < maxEntries) return;
  throw new AppError("too-large", `the table is full: at most ${maxEntries} rows can be added`);
}

/**
 * Converts a name to an id: "H100 SXM (lab)" becomes "h100-sxm-lab". Throws invalid-input for a name without letters
 * and digits.
 */
export function createEntryId(name: string): string {
  const words = name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9.]+/g, "-");
  const id = trimCharacters(words, "-.").slice(0, maxIdLength);
  if (id === "") throw new AppError("invalid-input", "The name must contain a letter or a digit.");
  return id;
}
