/** Exports a baseline as its document or as Markdown. */
import type { exportBaselineContract } from "@/lib/contracts/baselines";
import { AppError } from "@/lib/model/app-error";
import { toSlug } from "@/lib/base/to-slug";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { writeBaselineMarkdown } from "@/lib/sentences/baselines/baseline-markdown";
import { summariseBaseline } from "@/lib/analysis/baselines/summarise-baseline";
import { findBaselineEntry } from "./find-baseline";
import { readBaselineDocument } from "./read-baseline-document";
import { hashDocument } from "./capture-baseline";

/** Throws not-found, conflict for a baseline without a document, and database-unavailable. */
export const exportBaseline: Handler<typeof exportBaselineContract> = async ({
  params,
  query,
  principal,
}) => {
  const { entry } = await readRows((database) =>
    findBaselineEntry(database, params.baselineId, principal.sourceScope),
  );
  const document = await readBaselineDocument(params.baselineId);
  if (document === null)
    throw new AppError("conflict", "the capture is not complete, so there is nothing to export");
  const fileName = `baseline-${toSlug(entry.name)}`;
  if (query.format === "json")
    return {
      format: "json",
      fileName: `${fileName}.json`,
      contentHash: hashDocument(document),
      document,
    };
  const text = writeBaselineMarkdown(entry.name, {
    document,
    numbers: summariseBaseline(document),
    writeTime: (atMs) => new Date(atMs).toISOString(),
  });
  return { format: "markdown", fileName: `${fileName}.md`, text };
};
