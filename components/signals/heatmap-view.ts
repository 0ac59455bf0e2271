/** From an answer's buckets to the heatmap of a panel, or the reason why there is none. */
import type { Answer, Distribution } from "@/lib/model/answer";
import { heatmap, type BucketRow, type Heatmap } from "@/lib/analysis/statistics/heatmap";
import { hasMixedEdges } from "@/lib/analysis/statistics/mixed-edges";
import { trimBands, type PreparedHeatmap } from "@/components/charts/prepare/heatmap";
import type { Panel } from "./panels";

export type HeatmapView =
  | { readonly kind: "heatmap"; readonly data: PreparedHeatmap }
  /** A sentence. */
  | { readonly kind: "none"; readonly reason: string };

/** Undefined while the buckets have not been answered yet. */
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
        "The instances count by different bucket edges: their cells cannot be added. Split by instance or narrow to one.",
    };
  const found = heatmap(histograms, answer.pointCount);
  if (found.kind !== "heatmap") return { kind: "none", reason: reasonOf(found) };
  const bands = trimBands([...found.rows, found.overflow]);
  if (bands.length === 0) return { kind: "none", reason: "No observation in this window." };
  const timesSec = Array.from(
    { length: answer.pointCount },
    (_, index) => (answer.startMs + index * answer.stepMs) / 1_000,
  );
  return {
    kind: "heatmap",
    data: {
      timesSec,
      bands,
      totals: found.totals,
      highestShare: bands.reduce((max, { shares }) => Math.max(max, highest(shares)), 0),
      unit: used[0]?.unit ?? "seconds",
      displayUnit: panel.displayUnit,
      stepMs: answer.stepMs,
      rateWindowMs: answer.rateWindowMs,
    },
  };
}

function highest(shares: Float64Array): number {
  let max = 0;
  for (const share of shares) if (share > max) max = share;
  return max;
}

function toRows({ edges, counts }: Distribution): readonly BucketRow[] {
  return edges.map((edge, index) => ({
    upperBound: edge ?? Number.POSITIVE_INFINITY,
    counts: Float64Array.from(counts[index] ?? [], (count) => count ?? Number.NaN),
  }));
}

function reasonOf(found: Exclude<Heatmap, { kind: "heatmap" }>): string {
  if (found.kind === "edges-differ") {
    const sets = found.edgeSets.map(({ edges, histograms }) => `${histograms} with ${edges.length} edges`);
    return `The parts count by different bucket edges (${sets.join(", ")}): their cells cannot be added.`;
  }
  return found.reason === "none"
    ? "No histogram's buckets were found: this engine tells the percentiles or means themselves, or nothing was scraped."
    : "Buckets are missing, among them perhaps the last: no cell can be told for sure.";
}
