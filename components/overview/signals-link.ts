/** Links from the overview to the signals of a deployment, with the same time window. */
import type { SentencePart } from "@/lib/model/sentence";
import { linkTo, type ViewState } from "@/lib/client/url-state";

export function signalsLink(deployment: string, { from, to, live }: ViewState): string {
  return linkTo("/signals", { d: deployment, from, to, live });
}

type NumberPart = Extract<SentencePart, { kind: "number" }>;

/** Returns the link of a number in a sentence if the number belongs to one deployment. */
export function numberLink(view: ViewState): (part: NumberPart) => string | undefined {
  return ({ deployment }) => (deployment === undefined ? undefined : signalsLink(deployment, view));
}
