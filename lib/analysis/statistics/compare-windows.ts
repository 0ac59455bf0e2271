/**
 * Comparison of a headline number in two windows, used everywhere in the product: better, worse, same or cannot tell.
 *
 * The rule uses the 95 % interval of the relative change after / before − 1, with its sign turned so that positive
 * means worse, and a margin δ. The verdict is "same" if the interval is within ±δ. It is "worse" if the lower end is
 * above 0 and the estimate is at least δ; "better" is the mirror image. In all other cases it is "cannot tell", with
 * a reason. δ is 5 %, or twice the standard deviation between windows of that length if that is larger.
 *
 * `change-range.ts` computes the interval. A quantile within the bucket 0.25–0.5 s in both windows has a true ratio
 * of 0.5 to 2 and never leads to a verdict. Compare the mean and the shares above edges instead.
 */
import { changeRange, type RelativeChangeRange } from "./series/change-range";
import type { HeadlineEstimate } from "./headline";

export type Verdict = "better" | "worse" | "same" | "different" | "cannot-tell";

export type InconclusiveReason =
  | { readonly kind: "no-number"; readonly window: "before" | "after" | "both" }
  /** A relative change requires a number above 0 in the first window. */
  | { readonly kind: "no-base" }
  /** Load after / load before. */
  | { readonly kind: "load-differs"; readonly ratio: number }
  /** More samples would not help. The bounds are those of the coarser of the two buckets. */
  | { readonly kind: "bucket-resolution"; readonly lower: number; readonly upper: number | null }
  /**
   * Number of additional samples needed in both windows together. It is null when it cannot be estimated: the
   * quantile's rank may be in a neighbouring bucket (see `reach`), or autocorrelated points leave the mean unbounded.
   */
  | {
      readonly kind: "few-samples";
      readonly additionalSamples: number | null;
      readonly quantileReach: QuantileReach | null;
    };

/**
 * Interval of a quantile that extends beyond its bucket. This also happens with many observations if the quantile is
 * close to a bucket edge.
 */
export interface QuantileReach {
  readonly window: "before" | "after";
  readonly lower: number;
  readonly upper: number | null;
  readonly n: number;
}

export interface WindowComparison {
  /** "different" is used only if neither direction is better. */
  readonly verdict: Verdict;
  /** Measured change, after / before − 1; null without numbers or if `before` is 0. */
  readonly change: number | null;
  /** 95 % interval of the change; null is unbounded. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly margin: number;
  /** Set only with the verdict "cannot-tell". */
  readonly inconclusiveReason: InconclusiveReason | null;
}

export interface WindowComparisonInput {
  readonly before: HeadlineEstimate | undefined;
  readonly after: HeadlineEstimate | undefined;
  readonly better: "lower" | "higher" | "neither";
  /** Standard deviation of the relative change between comparable windows of that length, if known. */
  readonly baselineSpreadRatio?: number;
  /**
   * Running batch or request rate of both windows. A difference above 20 % prevents a verdict. Omit it if the load
   * was changed on purpose.
   */
  readonly load?: { readonly before: number; readonly after: number };
}

const minMargin = 0.05;
const loadTolerance = 0.2;

export function compareWindows(input: WindowComparisonInput): WindowComparison {
  const { before, after, load } = input;
  const margin = Math.max(minMargin, 2 * (input.baselineSpreadRatio ?? 0));
  const inconclusive = { verdict: "cannot-tell", change: null, lower: null, upper: null, margin } as const;
  if (before === undefined || after === undefined) {
    const window = before === after ? "both" : before === undefined ? "before" : "after";
    return { ...inconclusive, inconclusiveReason: { kind: "no-number", window } };
  }
  if (!(before.value > 0)) return { ...inconclusive, inconclusiveReason: { kind: "no-base" } };
  const change = after.value / before.value - 1;
  const range = changeRange(before, after);
  const measured = { change, lower: bounded(range.low), upper: bounded(range.high), margin };
  if (load !== undefined && !(Math.abs(load.after / load.before - 1) <= loadTolerance))
    return {
      ...measured,
      verdict: "cannot-tell",
      inconclusiveReason: { kind: "load-differs", ratio: load.after / load.before },
    };
  const verdict = judge({ change, range, margin, better: input.better });
  const inconclusiveReason =
    verdict === "cannot-tell"
      ? findInconclusiveReason(input, { before, after, change, range, margin })
      : null;
  return { ...measured, verdict, inconclusiveReason };
}

interface JudgeInput {
  readonly change: number;
  readonly range: RelativeChangeRange;
  readonly margin: number;
  readonly better: WindowComparisonInput["better"];
}

function judge({ change, range, margin, better }: JudgeInput): Verdict {
  if (range.low >= -margin && range.high <= margin) return "same";
  const hasRisen = range.low > 0 && change >= margin;
  const hasFallen = range.high < 0 && change <= -margin;
  if (!hasRisen && !hasFallen) return "cannot-tell";
  if (better === "neither") return "different";
  return hasFallen === (better === "lower") ? "better" : "worse";
}

interface Undecided {
  readonly before: HeadlineEstimate;
  readonly after: HeadlineEstimate;
  readonly change: number;
  readonly range: RelativeChangeRange;
  readonly margin: number;
}

function findInconclusiveReason(input: WindowComparisonInput, undecided: Undecided): InconclusiveReason {
  const { before, after, change, margin } = undecided;
  const sharpened = changeRange(withBucketAsInterval(before), withBucketAsInterval(after));
  const ideal = judge({ change, range: sharpened, margin, better: input.better });
  if (ideal === "cannot-tell" && (before.bucket !== null || after.bucket !== null)) {
    const coarser = widthOf(before) > widthOf(after) ? before : after;
    return {
      kind: "bucket-resolution",
      lower: coarser.bucket?.lower ?? 0,
      upper: coarser.bucket?.upper ?? null,
    };
  }
  return {
    kind: "few-samples",
    additionalSamples: countAdditionalSamples(undecided),
    quantileReach: reachOf("after", after) ?? reachOf("before", before),
  };
}

/** Returns the reach of a quantile's interval; null if the interval stays within its bucket or there is no bucket. */
function reachOf(
  window: QuantileReach["window"],
  { bucket, lower, upper, n }: HeadlineEstimate,
): QuantileReach | null {
  if (bucket === null) return null;
  const isWithin = lower >= bucket.lower && (upper ?? Infinity) <= (bucket.upper ?? Infinity);
  return isWithin ? null : { window, lower, upper, n };
}

/**
 * Returns the headline as infinitely many samples would give it: the interval is the bucket, or the number itself.
 */
function withBucketAsInterval(headline: HeadlineEstimate): HeadlineEstimate {
  const { value } = headline;
  return { ...headline, ...(headline.bucket ?? { lower: value, upper: value }) };
}

/** Returns the relative width of the bucket. */
function widthOf({ bucket }: HeadlineEstimate): number {
  return bucket === null ? 1 : (bucket.upper ?? Infinity) / bucket.lower;
}

/**
 * Returns how many more samples lead to a verdict. Intervals shrink with √n until they exclude 0 or fit within the
 * margin. Buckets do not shrink, so the result is null for them.
 */
function countAdditionalSamples({ before, after, change, range, margin }: Undecided): number | null {
  if (before.bucket !== null || after.bucket !== null) return null;
  const needed = Math.abs(change) >= margin ? Math.abs(change) : margin - Math.abs(change);
  const reach = Math.max(change - range.low, range.high - change);
  const additionalSamples = Math.ceil(((reach / needed) ** 2 - 1) * (before.n + after.n));
  return Number.isFinite(additionalSamples) ? Math.max(1, additionalSamples) : null;
}

function bounded(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
