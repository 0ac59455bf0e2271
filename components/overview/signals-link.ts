/** Links from the overview to the signals of a deployment, with the same time window. */
import type { SentencePart } from "@/lib/model/sentence";
import { linkTo, type ViewState } from "@/lib/client/url-state";

export function createSignalsLink(slug: string, { from, to, live }: ViewState): string {
  return linkTo("/signals", { d: slug, from, to, live });
}

type NumberPart = Extract<SentencePart, { kind: "number" }>;

/** Returns a function that returns the link of a number in a sentence, if the number belongs to one deployment. */
export function createNumberLinker(view: ViewState): (part: NumberPart) => string | undefined {
  return ({ deployment }) => (deployment === undefined ? undefined : createSignalsLink(deployment, view));
}
