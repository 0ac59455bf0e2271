/**
 * The product's one way of comparing, for a headline number in two windows: better, worse, same or cannot tell.
 *
 * On the 95 % interval of the relative change after / before − 1, its sign turned so that worse is positive, and a margin δ:
 * same when the interval lies within ±δ; worse when its lower end is above 0 and the estimate at least δ; better mirrored;
 * else cannot tell, with the reason. δ is 5 %, or twice the standard deviation between windows of that length if larger.
 *
 * The interval of the ratio is `change-range.ts`. A quantile inside 0.25–0.5 s in both windows has an honest ratio of 0.5 to 2
 * and never decides: compare the mean and the shares above edges instead.
 */
import { changeRange, type RelativeChangeRange } from "./change-range";
import type { HeadlineEstimate } from "./headline";

export type Verdict = "better" | "worse" | "same" | "different" | "cannot-tell";

export type InconclusiveReason =
  | { readonly kind: "no-number"; readonly window: "before" | "after" | "both" }
  /** A relative change needs a number above 0 to start from. */
  | { readonly kind: "no-base" }
  /** Load after / load before. */
  | { readonly kind: "load-differs"; readonly ratio: number }
  /** More samples would not help: the coarser of the two buckets. */
  | { readonly kind: "bucket-resolution"; readonly lower: number; readonly upper: number | null }
  /**
   * Samples still needed in both windows together; null when they cannot be told: a quantile's rank may lie in another bucket
   * than its own, which is `reach`, or points hang together so that their mean has no bounds.
   */
  | {
      readonly kind: "few-samples";
      readonly additionalSamples: number | null;
      readonly reach: QuantileReach | null;
    };

/** How far a quantile reaches beyond its bucket; many observations do so too where it lies close to an edge. */
export interface QuantileReach {
  readonly window: "before" | "after";
  readonly lower: number;
  readonly upper: number | null;
  readonly n: number;
}

export interface WindowComparison {
  /** "different" only where neither direction is better. */
  readonly verdict: Verdict;
  /** after / before − 1, as measured; null without numbers or base. */
  readonly change: number | null;
  /** 95 % interval of the change; null = unbounded. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly margin: number;
  /** Present with "cannot-tell". */
  readonly inconclusiveReason: InconclusiveReason | null;
}

export interface WindowComparisonInput {
  readonly before: HeadlineEstimate | undefined;
  readonly after: HeadlineEstimate | undefined;
  readonly better: "lower" | "higher" | "neither";
  /** Standard deviation of the relative change between like windows of that length, when known. */
  readonly baselineSpread?: number;
  /** Running batch or request rate of both windows; more than 20 % apart decides nothing. Left out when load is what was changed. */
  readonly load?: { readonly before: number; readonly after: number };
}

const minMargin = 0.05;
const loadTolerance = 0.2;

export function compareWindows(input: WindowComparisonInput): WindowComparison {
  const { before, after, load } = input;
  const margin = Math.max(minMargin, 2 * (input.baselineSpread ?? 0));
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
    reach: reachOf("after", after) ?? reachOf("before", before),
  };
}

/** Null where the interval stays within its bucket, or there is none. */
function reachOf(
  window: QuantileReach["window"],
  { bucket, lower, upper, n }: HeadlineEstimate,
): QuantileReach | null {
  if (bucket === null) return null;
  const isWithin = lower >= bucket.lower && (upper ?? Infinity) <= (bucket.upper ?? Infinity);
  return isWithin ? null : { window, lower, upper, n };
}

/** The headline as endless samples would know it: a bucket's width, or the number itself. */
function withBucketAsInterval(headline: HeadlineEstimate): HeadlineEstimate {
  const { value } = headline;
  return { ...headline, ...(headline.bucket ?? { lower: value, upper: value }) };
}

/** Relative width of the bucket. */
function widthOf({ bucket }: HeadlineEstimate): number {
  return bucket === null ? 1 : (bucket.upper ?? Infinity) / bucket.lower;
}

/** Intervals shrink with √n: decided when they end before 0, or within the margin. Buckets do not shrink so: null. */
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
