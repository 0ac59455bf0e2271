/** Describes the roofline of the view as evidence. */
import type { ModelAndInstance } from "@/lib/client/url-state";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";
import { createRooflineHref } from "./roofline-href";
import { toRooflineScope, type DisplayedRoofline } from "@/components/shared/scope/roofline-scope";

/** Describes the displayed roofline as evidence to store. */
export function createRooflineSubject(page: DisplayedRoofline, view: ModelAndInstance): EvidenceSubject {
  const question = { endpoint: "roofline", ...toRooflineScope(page, view) } as const;
  const { deployment, window } = page;
  return {
    question,
    title: `Roofline of ${deployment.title}`,
    window,
    deployment: deployment.slug,
    opening: { kind: "chart", path: createRooflineHref(question) },
  };
}
