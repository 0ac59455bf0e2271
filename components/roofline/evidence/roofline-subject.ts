/** Describes the roofline of the view as evidence. */
import type { ViewState } from "@/lib/client/url-state";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";
import { createRooflineHref } from "./roofline-href";

/** Returns the page with the window of its data. */
export function createRooflineSubject(
  { deployment, window }: Pick<RooflinePageData, "deployment" | "window">,
  { m, i }: Pick<ViewState, "m" | "i">,
): EvidenceSubject {
  const question = {
    endpoint: "roofline",
    deployment: deployment.slug,
    ...(m === null ? {} : { model: m }),
    ...(i === null ? {} : { instance: i }),
    window,
  } as const;
  return {
    question,
    title: `Roofline of ${deployment.title}`,
    window,
    deployment: deployment.slug,
    opening: { kind: "chart", path: createRooflineHref(question) },
  };
}
