/** Ways from the overview to the signals behind its numbers, of the same window. */
import type { SentencePart } from "@/lib/model/sentence";
import { linkTo, type ViewState } from "@/lib/client/url-state";

export function signalsLink(deployment: string, { from, to, live }: ViewState): string {
  return linkTo("/signals", { d: deployment, from, to, live });
}

type NumberPart = Extract<SentencePart, { kind: "number" }>;

/** Of a sentence's number, where it is one deployment's. */
export function numberLink(view: ViewState): (part: NumberPart) => string | undefined {
  return ({ deployment }) => (deployment === undefined ? undefined : signalsLink(deployment, view));
}
