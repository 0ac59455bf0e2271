/** Describes an analysis of many requests as evidence, and links to the live one. */
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { TraceStudyResponse } from "@/lib/contracts/traces/trace-study";
import { addConditionsToLink, pickConditions, type StudyState } from "@/lib/client/study-url";
import { linkTo, type ViewState } from "@/lib/client/url-state";
import type { StudyPart } from "@/lib/model/traces/study-bounds";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";

const parts: { readonly [Part in StudyPart]: { readonly title: string; readonly path: string } } = {
  requests: { title: "Requests", path: "/traces" },
  breakdown: { title: "Breakdown of requests", path: "/traces/breakdown" },
  operations: { title: "Operations of requests", path: "/traces/operations" },
  slow: { title: "Slow requests", path: "/traces/slow" },
};

interface StudyPage {
  readonly view: Pick<ViewState, "d">;
  readonly conditions: StudyState;
}

/** Describes the displayed part of an analysis as evidence to store. */
export function createTraceStudySubject(
  part: StudyPart,
  { window }: Pick<TraceStudyResponse, "window">,
  { view: { d }, conditions }: StudyPage,
): EvidenceSubject {
  const deployment = d ?? "";
  const { n, slowBy, slowQuantile, slowOverMs } = conditions;
  const question = {
    endpoint: "trace-study",
    part,
    deployment,
    window,
    n,
    slowBy,
    slowQuantile,
    slowOverMs,
    ...pickConditions(conditions),
  } as const;
  return {
    question,
    title: `${parts[part].title} of ${deployment}`,
    window,
    deployment: d,
    opening: { kind: "chart", path: createTraceStudyHref(question) },
  };
}

/** Returns the conditions of a stored analysis as the state of its page. */
export function toStudyState(question: QuestionOf<"trace-study">): StudyState {
  const { n, slowBy, slowQuantile, slowOverMs } = question;
  return { ...pickConditions(question), n, slowBy, slowQuantile, slowOverMs };
}

/** Returns the page of a stored analysis with its window and conditions. */
export function createTraceStudyHref(question: QuestionOf<"trace-study">): string {
  const { part, deployment, window } = question;
  const link = linkTo(parts[part].path, {
    d: deployment,
    from: String(window.startMs),
    to: String(window.endMs),
  });
  return addConditionsToLink(link, toStudyState(question));
}
