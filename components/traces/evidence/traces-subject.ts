/** Describes a list of traces as evidence, and links to the live one. */
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { TracesResponse } from "@/lib/contracts/traces/traces";
import { addConditionsToLink, pickConditions, type StudyState } from "@/lib/client/study-url";
import { linkTo, type ViewState } from "@/lib/client/url-state";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";

/** Describes the displayed list as evidence to store, in its order and with its conditions. */
export function createTracesSubject(
  { window }: Pick<TracesResponse, "window">,
  { d, tab }: Pick<ViewState, "d" | "tab">,
  conditions: StudyState,
): EvidenceSubject {
  const deployment = d ?? "";
  const question = {
    endpoint: "traces",
    order: tab,
    deployment,
    window,
    ...pickConditions(conditions),
  } as const;
  return {
    question,
    title: `Traces of ${deployment}`,
    window,
    deployment: d,
    opening: { kind: "chart", path: createTracesHref(question) },
  };
}

/** Returns the Traces page with the window, order and conditions of stored evidence. */
export function createTracesHref(question: QuestionOf<"traces">): string {
  const { deployment, window, order } = question;
  const link = linkTo("/traces", {
    d: deployment,
    from: String(window.startMs),
    to: String(window.endMs),
    tab: order,
  });
  return addConditionsToLink(link, pickConditions(question));
}
