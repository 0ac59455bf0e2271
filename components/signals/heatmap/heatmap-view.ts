/** Converts an answer's buckets to a panel's heatmap, or to the reason why there is none. */
import type { Answer, Distribution } from "@/lib/model/answer";
import { computeHeatmap, type BucketRow, type Heatmap } from "@/lib/analysis/statistics/quantiles/heatmap";
import { hasMixedEdges } from "@/lib/analysis/statistics/quantiles/mixed-edges";
import { formatCount } from "@/lib/format/number";
import { countWithNoun } from "@/lib/format/agreement";
import { trimEmptyBuckets, type PreparedHeatmap } from "@/components/charts/prepare/heatmap";
import type { Panel } from "@/components/signals/panels/panels";

/** Heatmap of a panel, or why there is none. */
export type HeatmapView =
  | { readonly kind: "heatmap"; readonly data: PreparedHeatmap }
  /** `reason` is a full sentence. */
  | { readonly kind: "none"; readonly reason: string };

/** Computes the heatmap of a panel from its buckets. Undefined until the buckets have been loaded. */
export function heatmapView(panel: Panel, answer: Answer): HeatmapView | undefined {
  if (answer.distributions === undefined) return undefined;
  const used = answer.distributions.filter(({ edges }) => edges.length > 0);
  const histograms = used.map(toRows);
  const isMixed =
    answer.split === undefined && histograms.some((rows) => hasMixedEdges(rows, answer.pointCount));
  if (isMixed)
    return {
      kind: "none",
      reason:
        "The instances use different bucket boundaries, so their counts cannot be added. Split by instance or select one instance.",
    };
  const found = computeHeatmap(histograms, answer.pointCount);
  if (found.kind !== "heatmap") return { kind: "none", reason: reasonOf(found) };
  const bands = trimEmptyBuckets([...found.rows, found.overflow]);
  if (bands.length === 0) return { kind: "none", reason: "No observations in this window." };
  const timesSec = Array.from(
    { length: answer.pointCount },
    (_, index) => (answer.startMs + index * answer.stepMs) / 1_000,
  );
  return {
    kind: "heatmap",
    data: {
      timesSec,
      buckets: bands,
      observationCounts: found.totals,
      highestShare: bands.reduce((max, { shares }) => Math.max(max, findHighestShare(shares)), 0),
      unit: used[0]?.unit ?? "seconds",
      displayUnit: panel.displayUnit,
      stepMs: answer.stepMs,
      rateWindowMs: answer.rateWindowMs,
    },
  };
}

function findHighestShare(shares: Float64Array): number {
  let max = 0;
  for (const share of shares) if (share > max) max = share;
  return max;
}

function toRows({ edges, counts }: Distribution): readonly BucketRow[] {
  return edges.map((edge, index) => ({
    upperBound: edge ?? Number.POSITIVE_INFINITY,
    cumulativeCounts: Float64Array.from(counts[index] ?? [], (count) => count ?? Number.NaN),
  }));
}

function reasonOf(found: Exclude<Heatmap, { kind: "heatmap" }>): string {
  if (found.kind === "edges-differ") {
    const sets = found.edgeSets.map(
      ({ edges, histograms }) =>
        `${formatCount(histograms)} with ${countWithNoun(edges.length, "boundary", "boundaries")}`,
    );
    return `The histograms use different bucket boundaries (${sets.join(", ")}), so their counts cannot be added.`;
  }
  return found.reason === "none"
    ? "No histogram buckets were found. Either this engine exposes percentiles or means directly, or nothing was scraped."
    : "Buckets are missing, possibly including the last one, so the counts per bucket are unknown.";
}
