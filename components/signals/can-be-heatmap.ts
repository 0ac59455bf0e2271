import type { Panel } from "./panels";

/** Panels whose signal is a distribution; only their engines may have buckets. */
export function canBeHeatmap({ statistics, draw }: Panel): boolean {
  return draw === "lines" && statistics.includes("p95");
}
