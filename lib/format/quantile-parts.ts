/** A quantile in a sentence. In the first and last bucket of its histogram, only an edge of the bucket is known. */
import type { Sentence, SentencePart } from "@/lib/model/sentence";
import type { ValueBucket } from "./number";

type NumberPart = Extract<SentencePart, { kind: "number" }>;

/**
 * Returns the parts for a quantile: the interpolated value, or an edge of its bucket: "<40 ms, below resolution" or
 * "≥ 60 s".
 */
export function quantileParts(number: NumberPart, bucket: ValueBucket): Sentence {
  if (bucket === null) return [number];
  const edge = (value: number): SentencePart => ({ ...number, value, isLimit: true });
  const text = (part: string): SentencePart => ({ kind: "text", text: part });
  if (bucket.upper === null) return [text("≥\u202f"), edge(bucket.lower)];
  return bucket.lower === 0 && bucket.upper > 0
    ? [text("<"), edge(bucket.upper), text(", below resolution")]
    : [number];
}
