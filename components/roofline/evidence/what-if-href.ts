/** Link to the live page of a stored what-if. */
import { toWhatIfParameters } from "@/lib/client/roofline/what-if-url";
import { linkTo } from "@/lib/client/url-state";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { toRooflineUrlState } from "@/components/shared/scope/roofline-scope";

/** Returns the Roofline page with the window and the levers of stored evidence. */
export function createWhatIfHref(question: QuestionOf<"what-if">): string {
  const levers = new URLSearchParams(toWhatIfParameters(question.levers));
  return `${linkTo("/roofline", toRooflineUrlState(question))}&${levers.toString()}`;
}
