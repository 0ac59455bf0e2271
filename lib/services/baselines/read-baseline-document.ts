/**
 * Reads the document of a baseline. Parsed documents are cached by the hash of their content, because comparisons read the
 * same documents again with another statistic or factor.
 */
import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/model/app-error";
import { parseBaselineDocument, type BaselineDocument } from "@/lib/model/baseline/baseline-document";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { readRows } from "@/lib/server/db/read-rows";
import { getProcessState } from "@/lib/server/process-state";

/** Maximum count of numbers in cached documents: about fourteen documents of six hours, or 30 MB. */
const maxCachedNumbers = 2_000_000;

const cache = (): LRUCache<string, BaselineDocument> =>
  getProcessState(
    "baseline-documents",
    () =>
      new LRUCache<string, BaselineDocument>({
        maxSize: maxCachedNumbers,
        sizeCalculation: ({ measured }) => countNumbers(measured),
      }),
  );

/** Returns the document; null until the capture is complete. Throws conflict for a document of a newer release. */
export async function readBaselineDocument(id: string): Promise<BaselineDocument | null> {
  const stored = await readRows((database) =>
    database.baseline.findUnique({ where: { id }, select: { contentHash: true } }),
  );
  const hash = stored?.contentHash ?? null;
  const known = hash === null ? undefined : cache().get(hash);
  if (known !== undefined) return known;
  const row = await readRows((database) =>
    database.baseline.findUnique({ where: { id }, select: { document: true, contentHash: true } }),
  );
  if (row?.document === null || row === null) return null;
  const document = parseDocument(row.document);
  if (row.contentHash !== null) cache().set(row.contentHash, document);
  return document;
}

function parseDocument(stored: unknown): BaselineDocument {
  const parsed = parseBaselineDocument(stored);
  if (parsed.kind === "document") return parsed.document;
  throw new AppError(
    "conflict",
    parsed.kind === "newer"
      ? `a newer release of Ridgepoint wrote this baseline (schema ${parsed.schemaVersion}); update this server`
      : `the stored document is invalid: ${parsed.problem}`,
  );
}

/** Returns the count of numbers in the measurements, but at least 1, because the cache requires a positive size. */
function countNumbers({ blockCount, distributions, counters, gauges }: MeasuredBlocks): number {
  const perBlock = [
    ...Object.values(distributions).map(({ upperEdges }) => upperEdges.length + 3),
    ...Object.values(counters).map(() => 1),
    ...Object.values(gauges).map(() => 1),
  ];
  return 1 + blockCount * perBlock.reduce((sum, one) => sum + one, 0);
}
