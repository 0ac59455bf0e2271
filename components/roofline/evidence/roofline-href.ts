/** Link to the live page of a stored roofline. */
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { linkTo } from "@/lib/client/url-state";
import { toRooflineUrlState } from "@/components/shared/scope/roofline-scope";

/** Returns the Roofline page with the window of stored evidence. */
export function createRooflineHref(question: QuestionOf<"roofline">): string {
  return linkTo("/roofline", toRooflineUrlState(question));
}
