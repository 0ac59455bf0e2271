/** Exports a baseline as its document or as Markdown. */
import type { exportBaselineContract } from "@/lib/contracts/baselines";
import { AppError } from "@/lib/model/app-error";
import { storedBaselineDocument } from "@/lib/model/baseline/baseline-document";
import { toSlug } from "@/lib/base/text/to-slug";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { writeBaselineMarkdown } from "@/lib/sentences/baselines/baseline-markdown";
import { summariseBaseline } from "@/lib/analysis/baselines/summarise-baseline";
import { withCurrentAuthor } from "./current-author";
import { findBaselineEntry } from "./find-baseline";
import { readBaselineDocument } from "./read-baseline-document";
import { hashDocument } from "./hash-document";

/**
 * Returns a baseline as a file: its document or a description in Markdown. Throws not-found and database-unavailable.
 * Throws conflict for a baseline without a document.
 */
export const exportBaseline: Handler<typeof exportBaselineContract> = async ({
  params,
  query,
  principal,
}) => {
  const id = params.baselineId;
  const { entry, row } = await readRows((database) => findBaselineEntry(database, id, principal));
  const document = await readBaselineDocument(id);
  if (document === null)
    throw new AppError("conflict", "the capture is not complete, so there is nothing to export");
  const fileName = `baseline-${toSlug(entry.name)}`;
  if (query.format === "json") {
    const stored = withCurrentAuthor(await readStoredDocument(id), row);
    return {
      format: "json",
      fileName: `${fileName}.json`,
      contentHash: hashDocument(stored),
      document: stored,
    };
  }
  const text = writeBaselineMarkdown(entry.name, {
    document: withCurrentAuthor(document, row),
    numbers: summariseBaseline(document),
    imported: entry.imported,
    writeTime: (atMs) => new Date(atMs).toISOString(),
  });
  return { format: "markdown", fileName: `${fileName}.md`, text };
};

/**
 * Returns the document with the schema in which it was stored. Its content hash thus stays the same as long as the name
 * of its author does.
 */
async function readStoredDocument(id: string) {
  const row = await readRows((database) =>
    database.baseline.findUniqueOrThrow({ where: { id }, select: { document: true } }),
  );
  return storedBaselineDocument.parse(row.document);
}
