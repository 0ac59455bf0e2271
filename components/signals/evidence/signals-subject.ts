/** Describes a panel of the view as evidence. */
import type { ViewState } from "@/lib/client/url-state";
import type { Answer } from "@/lib/model/answer";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";
import { canBeHeatmap } from "@/components/signals/heatmap/can-be-heatmap";
import { toQuestion, type ShownPanel } from "@/components/signals/panels/panel-question";
import { createSignalsHref } from "./signals-href";

type DisplayedAnswer = Pick<Answer, "window" | "stepMs" | "rateWindowMs" | "sampleSpacingMs" | "series">;

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
  const timing = findTiming(answer);
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

/** Returns the times with which the server read the displayed values, so that the copy has the same values. */
function findTiming({ stepMs, rateWindowMs, sampleSpacingMs, series }: DisplayedAnswer) {
  const timing = { stepMs, rateWindowMs, sampleSpacingMs };
  const [headlineWindowMs] = series.flatMap(({ statistic, headline }) =>
    statistic === "rate" && headline.kind === "present" ? [headline.windowMs] : [],
  );
  return headlineWindowMs === undefined ? timing : { ...timing, headlineWindowMs };
}
