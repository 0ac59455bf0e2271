import type { Panel } from "@/components/signals/panels/panels";

/**
 * Returns whether a panel can be displayed as a heatmap, because its signal is a distribution. The engine
 * may still expose no buckets.
 */
export function canBeHeatmap({ statistics, drawAs }: Panel): boolean {
  return drawAs === "lines" && statistics.includes("p95");
}
