/** Describes a panel of the view as evidence. */
import type { ViewState } from "@/lib/client/url-state";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";
import { canBeHeatmap } from "@/components/signals/heatmap/can-be-heatmap";
import { toQuestion, type ShownPanel } from "@/components/signals/panels/panel-question";
import { findReadTiming, type DisplayedAnswer } from "./find-read-timing";
import { createSignalsHref } from "./signals-href";

/**
 * Describes the displayed panel as evidence to store. It has the buckets of percentiles, unless it is split.
 */
export function createSignalsSubject(
  panel: ShownPanel,
  view: ViewState,
  answer: DisplayedAnswer,
): EvidenceSubject {
  const { window } = answer;
  const deployment = view.d ?? "";
  const heat = canBeHeatmap(panel) && view.by === null ? [...view.heat, panel.id] : view.heat;
  const { question } = toQuestion(panel, deployment, { ...view, cmp: null, heat });
  const timing = findReadTiming(answer);
  const isHeatmap = view.heat.includes(panel.id);
  const fixed = {
    endpoint: "signals",
    panel: panel.id,
    ...question,
    window,
    timing,
    ...(isHeatmap ? { isHeatmap } : {}),
  } as const;
  return {
    question: fixed,
    title: `${panel.title} of ${deployment}`,
    window,
    deployment: view.d,
    opening: { kind: "chart", path: createSignalsHref(fixed) },
  };
}
