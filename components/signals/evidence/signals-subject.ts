/** Describes a panel of the view as evidence. */
import type { ViewState } from "@/lib/client/url-state";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";
import { canBeHeatmap } from "@/components/signals/heatmap/can-be-heatmap";
import { toQuestion, type ShownPanel } from "@/components/signals/panels/panel-question";
import { findReadTiming, type DisplayedAnswer } from "./find-read-timing";
import { panels } from "@/components/signals/panels/panels";
import { getUsualRangeStatistic, hasUsualRange } from "@/components/signals/panels/usual-band";
import type { ShownBaseline } from "@/components/signals/baseline/panel-baseline";
import type { ComparedAnswer } from "@/components/signals/comparison/use-comparison";
import { createSignalsHref } from "./signals-href";

/** References that the page draws in addition to the values of the panel. */
export interface DrawnReferences {
  readonly baseline: Pick<ShownBaseline, "id"> | null;
  readonly comparedAnswer: Pick<ComparedAnswer, "window" | "shiftMs"> | null;
}

/** Panels with which the page checks whether TTFT covers all requests. */
const countPanels: readonly string[] = ["requests", "e2e", "queue"];

/**
 * Describes the displayed panel as evidence to store. It has the buckets of percentiles, unless it is split.
 */
export function createSignalsSubject(
  panel: ShownPanel,
  view: ViewState,
  answer: DisplayedAnswer,
  drawn: DrawnReferences,
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
    references: toReferences(panel, view, drawn),
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

/** Returns what the server reads in addition to the values, so that the copy is drawn like the page. */
function toReferences(panel: ShownPanel, view: ViewState, { baseline, comparedAnswer }: DrawnReferences) {
  const related = panel.id === "ttft" ? panels.filter(({ id }) => countPanels.includes(id)) : [];
  return {
    usual: view.by === null && hasUsualRange(panel) ? getUsualRangeStatistic(panel) : null,
    baselineId: panel.drawAs === "shares" ? null : (baseline?.id ?? null),
    comparison:
      comparedAnswer === null || view.cmp === null
        ? null
        : { name: view.cmp, window: comparedAnswer.window, shiftMs: comparedAnswer.shiftMs },
    related: related.map((one) => {
      const { signals, statistics } = toQuestion(one, view.d ?? "", view).question;
      return { panel: one.id, signals, statistics };
    }),
  };
}
