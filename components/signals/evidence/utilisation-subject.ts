/** Describes MFU or MBU of the view as evidence, and links to the live page. */
import { linkTo, type ModelAndInstance } from "@/lib/client/url-state";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { UtilisationMetric } from "@/lib/model/roofline/utilisation-metric";
import type { TimeWindow } from "@/lib/model/time-window";
import { utilisationTitles } from "@/lib/sentences/signals/utilisation-text";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";
import { toRooflineScope, type DisplayedRoofline } from "@/components/shared/scope/roofline-scope";

/** Describes the displayed chart as evidence to store. */
export function createUtilisationSubject(
  metric: UtilisationMetric,
  page: DisplayedRoofline,
  view: ModelAndInstance,
): EvidenceSubject {
  const { deployment, window } = page;
  const question = { endpoint: "utilisation", metric, ...toRooflineScope(page, view) } as const;
  return {
    question,
    title: `${utilisationTitles[metric]} of ${deployment.title}`.slice(0, 200),
    window,
    deployment: deployment.slug,
    opening: { kind: "chart", path: createUtilisationHref(question) },
  };
}

/** Returns the section “Roofline” of the Signals page with the window of stored evidence, or with another window. */
export function createUtilisationHref(
  { deployment, model, instance, window }: QuestionOf<"utilisation">,
  { startMs, endMs }: TimeWindow = window,
): string {
  const page = linkTo("/signals", {
    d: deployment,
    m: model ?? null,
    i: instance ?? null,
    from: String(Math.round(startMs)),
    to: String(Math.round(endMs)),
  });
  return `${page}#section-roofline`;
}
