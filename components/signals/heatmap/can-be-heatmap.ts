import type { Panel } from "@/components/signals/panels/panels";

/** Returns true for panels whose signal is a distribution. The engine may still expose no buckets for it. */
export function canBeHeatmap({ statistics, draw }: Panel): boolean {
  return draw === "lines" && statistics.includes("p95");
}
