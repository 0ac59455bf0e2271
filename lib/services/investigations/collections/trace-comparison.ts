/** Slow requests of the window compared with the other requests, by phase. */
import { traceComparisonContract } from "@/lib/contracts/traces/trace-comparison";
import { sentenceText } from "@/lib/format/sentence-text";
import { compareTraces } from "@/lib/services/traces/comparison/compare-traces";
import { createPathWithQuery, toTimeParameters, type DataCollector } from "./data-collector";
import { listDifferences } from "./trace-differences";

/** Collects the phases in which slow requests of the window differ from the other requests. */
export const traceComparison: DataCollector = {
  title: "Slow requests compared with the others",
  read: async ({ deployment, window, principal, requestId, signal }) => {
    const time = toTimeParameters(window);
    const sent = { deployment: deployment.slug, ...time };
    const query = traceComparisonContract.query.parse(sent);
    const input = { params: {}, body: {}, principal, requestId, signal };
    const { headline, remainder, difference, ...read } = await compareTraces({ ...input, query });
    if (difference === null) return { reason: sentenceText(headline), stale: null };
    return {
      asOfMs: read.asOfMs,
      window: read.window,
      summary: [headline, ...(remainder === null ? [] : [remainder])].map(sentenceText).join(" "),
      values: listDifferences(difference, { name: "slow minus others", count: read.a.n }),
      omittedCount: 0,
      stale: null,
      href: createPathWithQuery("/traces/compare", { d: deployment.slug, ...time }),
      request: { method: "GET", path: createPathWithQuery(traceComparisonContract.path, sent), body: null },
    };
  },
};
