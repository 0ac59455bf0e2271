/** States the advice on a larger batch: first the missing precondition, then the expected gain. */
import { kneeGain } from "@/lib/analysis/roofline/sweep/batch-curve";
import type { BatchAdvice } from "@/lib/analysis/roofline/sweep/plateau-cause";
import type { KvFormat } from "@/lib/model/roofline/precision";
import { cacheRemedyText } from "./cache-remedy";
import { percentPart, sentence, textPart, type MutableSentence } from "./sentence-parts";

type Reason = Extract<BatchAdvice, { kind: "not-worth" }>["reasons"][number];

/** Text for each reason that limits the gain; null for a reason that is a missing precondition. */
const limitTexts: { readonly [R in Reason]: string | null } = {
  "kv-reads": "each sequence adds KV cache reads",
  compute: "compute is the bottleneck",
  "nothing-waits": null,
  "cache-full": null,
};

/**
 * Returns whether a larger batch is worth trying and why. `gainRatio` is the displayed gain from doubling
 * the batch; null when unknown. `format` is the format of the KV cache.
 */
export function adviceSentence(
  advice: BatchAdvice,
  gainRatio: number | null,
  format: KvFormat,
): MutableSentence {
  if (advice.kind === "worth-trying") return sentence(textPart("A larger batch is worth trying."));
  // A full cache has no space for a larger batch, so its gain is irrelevant.
  if (advice.reasons.includes("cache-full"))
    return sentence(textPart(fullCacheText(format, advice.reasons.includes("nothing-waits"))));
  const missing = missingText(advice.reasons);
  const why = advice.reasons.flatMap((one) => limitTexts[one] ?? []);
  return sentence(
    ...(missing === null ? [] : [textPart(missing)]),
    ...(missing !== null && why.length > 0 ? [textPart(" ")] : []),
    ...(why.length === 0 ? [] : gainSentence(why.join(", and "), gainRatio, missing !== null)),
  );
}

function fullCacheText(format: KvFormat, isQueueEmpty: boolean): string {
  const queue = isQueueEmpty ? ", and fewer than one request waits per instance on average" : "";
  return `The KV cache is full${queue}. To run more sequences, ${cacheRemedyText(format)}.`;
}

function missingText(reasons: readonly Reason[]): string | null {
  return reasons.includes("nothing-waits")
    ? "A larger batch requires more requests: fewer than one waits per instance on average."
    : null;
}

/** States the gain from doubling the batch, or that a larger batch gains little if the gain is below the knee's threshold. */
function gainSentence(why: string, gainRatio: number | null, followsPrecondition: boolean): MutableSentence {
  return gainRatio !== null && gainRatio >= kneeGain
    ? sentence(
        textPart("Doubling the batch would give "),
        percentPart(gainRatio),
        textPart(` more output, not twice as much: ${why}.`),
      )
    : sentence(
        textPart(
          `${followsPrecondition ? "A larger batch would gain" : "A larger batch gains"} little: ${why}.`,
        ),
      );
}
