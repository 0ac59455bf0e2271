import type { Panel } from "@/components/signals/panels/panels";

/** Returns true for panels whose signal is a distribution. The engine may still expose no buckets for it. */
export function canBeHeatmap({ statistics, drawAs }: Panel): boolean {
  return drawAs === "lines" && statistics.includes("p95");
}
