/** Words the advice on a larger batch: first the missing precondition, then the expected gain. */
import { kneeGain } from "@/lib/analysis/roofline/sweep/batch-curve";
import type { BatchAdvice } from "@/lib/analysis/roofline/sweep/plateau-cause";
import { percent, sentence, text, type WireSentence } from "./sentence-parts";

type Reason = Extract<BatchAdvice, { kind: "not-worth" }>["reasons"][number];

/** Texts of reasons that limit the gain. The other reasons are missing preconditions. */
const limitTexts: { readonly [R in Reason]: string | null } = {
  "kv-reads": "each sequence adds KV cache reads",
  compute: "arithmetic is the bottleneck",
  "nothing-waits": null,
  "cache-full": null,
};

/** Returns the advice. `gainRatio` is the displayed gain of doubling the batch, null when unknown. */
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
    return `A larger batch is not possible: the cache is full${isIdle ? ", and fewer than one request waits per instance on average" : ""}.`;
  return isIdle
    ? "A larger batch requires more requests: fewer than one waits per instance on average."
    : null;
}

/** A gain below the threshold of the knee is little. */
function gainSentence(why: string, gainRatio: number | null, isSecond: boolean): WireSentence {
  return gainRatio !== null && gainRatio >= kneeGain
    ? sentence(
        text("Doubling the batch would give "),
        percent(gainRatio),
        text(` more output, not twice as much: ${why}.`),
      )
    : sentence(text(`${isSecond ? "It would gain" : "A larger batch gains"} little: ${why}.`));
}
