/**
 * Adds a row to a table or writes a new version of a row. Locks and version checks prevent collisions between
 * concurrent edits.
 */
import { AppError } from "@/lib/model/app-error";
import type { AcceleratorDocument } from "@/lib/model/roofline/accelerator-schema";
import type { ModelDocument } from "@/lib/model/roofline/architecture-schema";
import type { Principal } from "@/lib/server/principal";
import { assertVersion } from "@/lib/server/route";
import { writeChange } from "@/lib/server/with-change";
import type { CatalogueEntryKind } from "./catalogue";
import { reloadRooflineConfig } from "@/lib/services/roofline/roofline-config";
import {
  readEntryVersion,
  lockCatalogueTables,
  createNameConflict,
  readCurrentEntry,
  writeEntry,
} from "./write-entry";

type Document = AcceleratorDocument | ModelDocument;
type Written = { readonly version: number; readonly author: string; readonly atMs: number };

interface Change {
  readonly kind: CatalogueEntryKind;
  readonly entryId: string;
  readonly principal: Principal;
}

/**
 * Adds a GPU or model to its table. Throws database-unavailable. Throws conflict if the id exists. Throws too-large if
 * the table is full.
 */
export async function addEntry({ kind, entryId, principal }: Change, document: Document): Promise<Written> {
  const written = await writeChange(principal, `add-${kind}`, async (transaction) => {
    await lockCatalogueTables(transaction);
    if ((await readCurrentEntry(transaction, kind, entryId)) !== null)
      throw createNameConflict(kind, `${kind} ${entryId} already exists. Edit it, or use a different name.`);
    return { ...(await writeEntry(transaction, { kind, entryId, version: 1, document, principal })) };
  });
  await reloadRooflineConfig();
  return written;
}

/** Content of the next version: a new document, or the document of an earlier version. */
export type NextVersion<D> =
  | { readonly document: D; readonly isRetired: boolean }
  | { readonly restoreVersion: number };

/**
 * Writes a new version of a GPU or model. Throws not-found and database-unavailable. Throws conflict when restoring a
 * retired row. Throws precondition-failed for a different version.
 */
export async function changeEntry<D extends Document>(
  { kind, entryId, principal }: Change,
  expectedVersion: string | undefined,
  createNextVersion: (present: D) => NextVersion<D>,
): Promise<Written & { readonly document: D }> {
  const made = await writeChange(principal, `edit-${kind}`, async (transaction) => {
    await lockCatalogueTables(transaction);
    const present = await readCurrentEntry(transaction, kind, entryId);
    if (present === null) throw new AppError("not-found", `no added ${kind} has the id ${entryId}`);
    assertVersion(String(present.version), expectedVersion);
    // `readCurrentEntry` has parsed the document with the schema of this kind.
    const edited = createNextVersion(present.document as D);
    if ("restoreVersion" in edited && present.isRetired)
      throw new AppError("conflict", `${entryId} is retired. Reactivate it before restoring a version.`);
    const next =
      "restoreVersion" in edited
        ? {
            document: await readEntryVersion(transaction, { kind, entryId, version: edited.restoreVersion }),
            isRetired: false,
          }
        : edited;
    const version = present.version + 1;
    const written = await writeEntry(transaction, { kind, entryId, version, principal, ...next });
    return { ...written, document: JSON.stringify(next.document) };
  });
  await reloadRooflineConfig();
  return { ...made, document: JSON.parse(made.document) as D };
}
