/** Whether a larger batch is worth it, in words: what it lacks comes first, for that is not its use; then what it would bring. */
import { kneeGain } from "@/lib/analysis/roofline/sweep/batch-curve";
import type { BatchAdvice } from "@/lib/analysis/roofline/sweep/plateau-cause";
import { percent, sentence, text, type WireSentence } from "./sentence-parts";

type Reason = Extract<BatchAdvice, { kind: "not-worth" }>["reasons"][number];

/** Of those that say what it would bring; the others say what it lacks. */
const limitTexts: { readonly [R in Reason]: string | null } = {
  "kv-reads": "each sequence brings its own bytes",
  compute: "arithmetic sets the pace",
  "nothing-waits": null,
  "cache-full": null,
};

/** `gainRatio`: what twice the batch would give, as it stands beside these words; null where nobody knows. */
export function adviceSentence(advice: BatchAdvice, gainRatio: number | null): WireSentence {
  if (advice.kind === "worth-trying") return sentence(text("A larger batch is worth trying."));
  const missing = missingText(advice.reasons);
  const why = advice.reasons.flatMap((one) => limitTexts[one] ?? []);
  return sentence(
    ...(missing === null ? [] : [text(missing)]),
    ...(missing !== null && why.length > 0 ? [text(" ")] : []),
    ...(why.length === 0 ? [] : gainSentence(why.join(", and "), gainRatio, missing !== null)),
  );
}

function missingText(reasons: readonly Reason[]): string | null {
  const isIdle = reasons.includes("nothing-waits");
  if (reasons.includes("cache-full"))
    return `A larger batch is not possible: the cache is full${isIdle ? ", and fewer than one request waits for an instance on average" : ""}.`;
  return isIdle
    ? "A larger batch would come only with more requests: fewer than one waits for an instance on average."
    : null;
}

/** Little is less than what a knee is told at. */
function gainSentence(why: string, gainRatio: number | null, isSecond: boolean): WireSentence {
  return gainRatio !== null && gainRatio >= kneeGain
    ? sentence(
        text("Twice the batch would give "),
        percent(gainRatio),
        text(` more output, not twice as much: ${why}.`),
      )
    : sentence(text(`${isSecond ? "It would buy" : "A larger batch buys"} little: ${why}.`));
}
