/** Describes a baseline as evidence. */
import type { BaselineEntry } from "@/lib/contracts/baselines";
import type { TimeWindow } from "@/lib/model/time-window";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";

/** Describes a complete baseline with its window as evidence to store. */
export function createBaselineSubject(
  { id, name, deployment }: Pick<BaselineEntry, "id" | "name" | "deployment">,
  window: TimeWindow,
): EvidenceSubject {
  return {
    question: { endpoint: "baseline", baselineId: id },
    title: `Baseline ${name}`.slice(0, 200),
    window,
    deployment: deployment?.slug ?? null,
    opening: { kind: "chart", path: createBaselineHref(id) },
  };
}

/** Returns the page of a baseline. */
export function createBaselineHref(baselineId: string): string {
  return `/baselines/${baselineId}`;
}
