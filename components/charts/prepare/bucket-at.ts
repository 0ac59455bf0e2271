import type { AnswerSeries } from "@/lib/model/answer";
import type { ValueBucket } from "@/lib/format/number";

/** Returns the bucket of a percentile at a point. Null for other statistics and without a value. */
export function findBucketAt(
  { lower, upper }: Partial<Pick<AnswerSeries, "lower" | "upper">>,
  index: number,
): ValueBucket {
  const start = lower?.[index];
  return start === undefined || start === null ? null : { lower: start, upper: upper?.[index] ?? null };
}
