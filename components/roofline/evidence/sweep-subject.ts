/** Describes the batch sweep of the view as evidence, and links to the live one. */
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { linkTo, type ModelAndInstance } from "@/lib/client/url-state";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";
import {
  toRooflineScope,
  toRooflineUrlState,
  type DisplayedRoofline,
} from "@/components/shared/scope/roofline-scope";

/** Describes the displayed batch sweep as evidence to store. */
export function createSweepSubject(page: DisplayedRoofline, view: ModelAndInstance): EvidenceSubject {
  const question = { endpoint: "sweep", ...toRooflineScope(page, view) } as const;
  const { deployment, window } = page;
  return {
    question,
    title: `Batch sweep of ${deployment.title}`,
    window,
    deployment: deployment.slug,
    opening: { kind: "chart", path: createSweepHref(question) },
  };
}

/** Returns the batch sweep page with the window of stored evidence. */
export function createSweepHref(question: QuestionOf<"sweep">): string {
  return linkTo("/roofline/sweep", toRooflineUrlState(question));
}
