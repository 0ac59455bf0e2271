/** Lists all versions of an added row, newest first. */
import { findAuthorName } from "@/lib/server/sessions/author-names";
import type {
  acceleratorVersionsContract,
  modelVersionsContract,
} from "@/lib/contracts/roofline/roofline-tables";
import { AppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { isBuiltInRow, parseEntry, type CatalogueEntryKind } from "./catalogue";

const maxListed = 200;

async function versionsOf<K extends CatalogueEntryKind>(kind: K, entryId: string) {
  const rows = await readRows((database) =>
    database.catalogueEntry.findMany({
      where: { kind, entryId },
      orderBy: { version: "desc" },
      take: maxListed,
    }),
  );
  if (rows.length === 0)
    throw new AppError(
      "not-found",
      isBuiltInRow(kind, entryId)
        ? `${entryId} is a built-in ${kind} and has no versions`
        : `no ${kind} has the id ${entryId}`,
    );
  return {
    asOfMs: nowMs(),
    id: entryId,
    isRetired: rows[0]?.isRetired ?? false,
    versions: rows.map((row) => ({
      version: row.version,
      author: findAuthorName(row.author),
      atMs: row.createdAt.getTime(),
      isRetired: row.isRetired,
      document: parseEntry(kind, row.document),
    })),
  };
}

/** Lists the versions of an accelerator. Throws not-found, database-unavailable. */
export const listAcceleratorVersions: Handler<typeof acceleratorVersionsContract> = ({ params }) =>
  versionsOf("accelerator", params.entryId);

/** Lists the versions of a model. Throws not-found, database-unavailable. */
export const listModelVersions: Handler<typeof modelVersionsContract> = ({ params }) =>
  versionsOf("model", params.entryId);
