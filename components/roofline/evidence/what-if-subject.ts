/** Describes the what-if of the view as evidence, and links to the live one. */
import type { ModelAndInstance } from "@/lib/client/url-state";
import { writeLevers } from "@/lib/model/roofline/what-if-levers";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";
import type { WhatIfOutcome } from "../what-if/use-what-if";
import { toRooflineScope, type DisplayedRoofline } from "@/components/shared/scope/roofline-scope";
import { createWhatIfHref } from "./what-if-href";

const maxTitleLength = 200;

/** Describes the displayed what-if as evidence to store. */
export function createWhatIfSubject(
  page: DisplayedRoofline,
  view: ModelAndInstance,
  { levers, change }: Pick<WhatIfOutcome, "levers" | "change">,
): EvidenceSubject {
  const question = {
    endpoint: "what-if",
    ...toRooflineScope(page, view),
    levers: writeLevers(levers),
  } as const;
  const { deployment, window } = page;
  return {
    question,
    title: `What-if of ${deployment.title}: ${change}`.slice(0, maxTitleLength),
    window,
    deployment: deployment.slug,
    opening: { kind: "chart", path: createWhatIfHref(question) },
  };
}
