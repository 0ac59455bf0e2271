/** Exports a comparison as its document or as Markdown. */
import { toSlug } from "@/lib/base/text/to-slug";
import type { exportComparisonContract } from "@/lib/contracts/comparisons";
import { writeComparisonMarkdown } from "@/lib/sentences/comparisons/comparison-markdown";
import type { Handler } from "@/lib/server/handler";
import { getComparison } from "./get-comparison";

/** Returns the comparison as a file. Throws the errors of the comparison. */
export const exportComparison: Handler<typeof exportComparisonContract> = async ({ query, ...input }) => {
  const { format, ...compared } = query;
  const complete = { margins: "complete", windows: "complete" } as const;
  const document = await getComparison({ ...input, query: { ...compared, ...complete } });
  const fileName = `comparison-${toSlug(document.before.label)}-${toSlug(document.after.label)}`;
  if (format === "json") return { format, fileName: `${fileName}.json`, document };
  const text = writeComparisonMarkdown(document, (atMs) => new Date(atMs).toISOString());
  return { format, fileName: `${fileName}.md`, text };
};
