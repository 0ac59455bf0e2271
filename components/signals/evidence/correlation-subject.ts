/** Describes the correlation of the view as evidence. */
import type { ViewState } from "@/lib/client/url-state";
import type { CorrelatedPair } from "@/lib/sentences/signals/correlation/pair";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";
import { createCorrelationHref } from "./correlation-href";
import { findReadTiming, type DisplayedAnswer } from "./find-read-timing";

/** Displayed answer of each axis. */
interface AxisAnswers {
  readonly x: DisplayedAnswer;
  readonly y: DisplayedAnswer;
}

/** Describes the displayed pair of signals as evidence to store. */
export function createCorrelationSubject(
  { x, y }: Pick<CorrelatedPair, "x" | "y">,
  { d, m, i }: Pick<ViewState, "d" | "m" | "i">,
  answers: AxisAnswers,
): EvidenceSubject {
  const { window } = answers.x;
  const deployment = d ?? "";
  const question = {
    endpoint: "correlation",
    x: x.signal,
    y: y.signal,
    scope: { deployment, ...(m === null ? {} : { model: m }), ...(i === null ? {} : { instance: i }) },
    window,
    timing: { x: findReadTiming(answers.x), y: findReadTiming(answers.y) },
  } as const;
  return {
    question,
    title: `${y.name} vs. ${x.name} of ${deployment}`,
    window,
    deployment: d,
    opening: { kind: "chart", path: createCorrelationHref(question) },
  };
}
