/** Describes the flow of requests as evidence, and links to the live one. */
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { TraceFlowResponse } from "@/lib/contracts/traces/trace-flow";
import { addConditionsToLink, pickConditions, type StudyState } from "@/lib/client/study-url";
import { linkTo, type ViewState } from "@/lib/client/url-state";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";

/** Describes the displayed service map as evidence to store. */
export function createTraceFlowSubject(
  { window }: Pick<TraceFlowResponse, "window">,
  { d, cmp }: Pick<ViewState, "d" | "cmp">,
  conditions: StudyState,
): EvidenceSubject {
  const deployment = d ?? "";
  const question = {
    endpoint: "trace-flow",
    deployment,
    window,
    cmp,
    n: conditions.n,
    ...pickConditions(conditions),
  } as const;
  return {
    question,
    title: `Flow of requests of ${deployment}`,
    window,
    deployment: d,
    opening: { kind: "chart", path: createTraceFlowHref(question) },
  };
}

/** Returns the Flow page with the windows and conditions of stored evidence. */
export function createTraceFlowHref(question: QuestionOf<"trace-flow">): string {
  const { deployment, window, cmp, n } = question;
  const link = linkTo("/traces/flow", {
    d: deployment,
    cmp,
    from: String(window.startMs),
    to: String(window.endMs),
  });
  return addConditionsToLink(link, { ...pickConditions(question), n });
}
