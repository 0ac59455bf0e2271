/** Link to the live page of a stored roofline. */
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { linkTo } from "@/lib/client/url-state";

/** Returns the Roofline page with the window of the answer. */
export function createRooflineHref({ deployment, model, instance, window }: QuestionOf<"roofline">): string {
  return linkTo("/roofline", {
    d: deployment,
    m: model ?? null,
    i: instance ?? null,
    from: String(window.startMs),
    to: String(window.endMs),
  });
}
