/** Slow requests of the window compared with the other requests, by phase. */
import type { CollectedValue } from "@/lib/contracts/investigations/collected-data";
import { traceComparisonContract, type ComparedNumbers } from "@/lib/contracts/traces/trace-comparison";
import { phaseTitle } from "@/lib/format/phase";
import { sentenceText } from "@/lib/format/sentence-text";
import { compareTraces } from "@/lib/services/traces/comparison/compare-traces";
import { createAddress, toTimeParameters, type Collection } from "./collection";

const nanosecondsPerSecond = 1e9;

/** Collects the phases in which slow requests of the window differ from the other requests. */
export const traceComparison: Collection = {
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
      values: [
        toDifference("Total", difference.total, read.a.n),
        ...difference.phases.map((row) => toDifference(phaseTitle(row.phase), row, read.a.n)),
      ],
      omittedCount: 0,
      stale: null,
      href: createAddress("/traces/compare", { d: deployment.slug, ...time }),
      request: { method: "GET", path: createAddress(traceComparisonContract.path, sent), body: null },
    };
  },
};

/** Returns by how much the mean of the slow requests is longer than that of the others. */
function toDifference(
  label: string,
  { difference, interval }: Pick<ComparedNumbers, "difference" | "interval">,
  slowCount: number,
): CollectedValue {
  const seconds = (ns: number): number => ns / nanosecondsPerSecond;
  return {
    kind: "number",
    label: `${label}, slow minus others`,
    value: seconds(difference),
    interval: interval === null ? null : { lower: seconds(interval.lower), upper: seconds(interval.upper) },
    n: slowCount,
    unit: "seconds",
    displayUnit: "s",
  };
}
