/** Describes a comparison of traces as evidence, and links to the live one. */
import { titleInSentence } from "@/lib/format/sentence";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { TraceComparisonResponse } from "@/lib/contracts/traces/trace-comparison";
import { addComparisonToLink, type ComparisonState } from "@/lib/client/comparison-url";
import { addConditionsToLink, pickConditions, type StudyState } from "@/lib/client/study-url";
import { linkTo, type ViewState } from "@/lib/client/url-state";
import { comparedGroupText, parseComparedGroup } from "@/lib/model/traces/compared-group";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";

const maxTitleLength = 200;

interface ComparedView {
  readonly view: Pick<ViewState, "d">;
  readonly comparison: ComparisonState;
  readonly conditions: StudyState;
}

type ComparedSides = Pick<TraceComparisonResponse, "a" | "b" | "window">;

/** Describes the displayed comparison of traces as evidence to store. */
export function createTraceComparisonSubject(
  { a, b, window }: ComparedSides,
  { view: { d }, comparison, conditions }: ComparedView,
): EvidenceSubject {
  const question = {
    endpoint: "trace-comparison",
    deployment: d,
    window,
    a: comparedGroupText(comparison.a),
    b: comparedGroupText(comparison.b),
    aDeployment: comparison.aDeployment,
    bDeployment: comparison.bDeployment,
    time: comparison.time,
    slowQuantile: comparison.slowQuantile,
    slowOverMs: comparison.slowOverMs,
    changeAtMs: comparison.changeAtMs,
    comparedAttribute: comparison.comparedAttribute,
    maxRequests: comparison.maxRequests,
    ...pickConditions(conditions),
  } as const;
  return {
    question,
    title: describeSides(a, b),
    window,
    deployment: d,
    opening: { kind: "comparison", path: createTraceComparisonHref(question) },
  };
}

/** Names of different deployments are part of the names of the sides. */
function describeSides(a: ComparedSides["a"], b: ComparedSides["b"]): string {
  const deployment = a.deployment !== null && a.deployment === b.deployment ? ` of ${a.deployment}` : "";
  const sides = `${a.name} compared with ${titleInSentence(b.name)}`;
  return `${sides.slice(0, maxTitleLength - deployment.length)}${deployment}`;
}

/** Returns the Compare page with the groups, window and conditions of stored evidence. */
export function createTraceComparisonHref(question: QuestionOf<"trace-comparison">): string {
  const { deployment, window, a, b } = question;
  const { aDeployment, bDeployment, time, slowQuantile, slowOverMs } = question;
  const { changeAtMs, comparedAttribute, maxRequests } = question;
  const page = linkTo("/traces/compare", {
    d: deployment,
    from: String(window.startMs),
    to: String(window.endMs),
  });
  const compared = addComparisonToLink(page, {
    a: parseComparedGroup(a),
    b: parseComparedGroup(b),
    aDeployment,
    bDeployment,
    time,
    slowQuantile,
    slowOverMs,
    changeAtMs,
    comparedAttribute,
    maxRequests,
  });
  return addConditionsToLink(compared, pickConditions(question));
}
