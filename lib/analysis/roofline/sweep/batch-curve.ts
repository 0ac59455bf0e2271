/**
 * Gain of a larger batch. With steps of a + b·B throughput is B / (a + b·B), which approaches 1/b. At B it reaches
 * the fraction b·B / (a + b·B) of that ceiling. From the knee on, doubling the batch gains less than g:
 *
 *     2·(a + b·B) / (a + 2·b·B) = 1 + g    ⇒    B = (1 − g) / (2·g) · a/b,    4.5 · a/b for 10 %
 *
 * The knee shows where growth slows but not why. MBU, MFU and the split of bytes show the cause.
 */
import type { LineEstimate, LineFit } from "./fit-line";
import { maxExtrapolationFactor } from "./judge-line";
import type { BatchCapacity } from "./batch-capacity";

/**
 * Throughput gain from doubling the batch, as a ratio, that defines the knee: beyond the knee, doubling
 * gains less.
 */
export const kneeGain = 0.1;

const kneeFactor = (1 - kneeGain) / (2 * kneeGain);

/** Throughput of one instance as a function of batch size. */
export interface BatchCurve {
  /** Tokens per second that no batch exceeds, 1/b; null if the slope is not significantly above 0. */
  readonly ceilingTokensPerSecond: LineEstimate | null;
  /** Batch from which doubling gains less than 10 %. */
  readonly kneeBatch: LineEstimate | null;
}

/**
 * Computes the throughput ceiling and the knee of one instance from a fitted line of step time a + b·B:
 * throughput is B / (a + b·B).
 */
export function batchCurve({ perSequenceSeconds: slope, halfBatch }: LineFit): BatchCurve {
  return {
    ceilingTokensPerSecond:
      slope.lower > 0 ? { value: 1 / slope.value, lower: 1 / slope.upper, upper: 1 / slope.lower } : null,
    kneeBatch:
      halfBatch === null
        ? null
        : {
            value: kneeFactor * halfBatch.value,
            lower: kneeFactor * halfBatch.lower,
            upper: kneeFactor * halfBatch.upper,
          },
  };
}

/**
 * Limit that is lower than the knee of the throughput curve: a configured maximum batch, memory, KV cache,
 * or twice the largest observed batch.
 */
export interface KneeLimit {
  readonly limitedBy: "configured" | BatchCapacity["limitedBy"] | "observed";
  readonly batch: number;
}

/** Batch sizes above which the fitted line is not applied. */
export interface BatchLimits {
  readonly observedBatch: number;
  /** Maximum sequences in a step by configuration; null if unknown. */
  readonly configuredBatch: number | null;
  /** Capacity of memory or cache; absent or null if unknown. */
  readonly capacity?: BatchCapacity | null;
}

/**
 * Returns the limit that prevents a batch as large as the knee. `kneeBatch` is the knee or its lower bound.
 * Null if the knee is within all limits or unknown.
 */
export function findLimitBelowKnee(
  kneeBatch: number | null,
  { observedBatch, configuredBatch, capacity = null }: BatchLimits,
): KneeLimit | null {
  if (kneeBatch === null) return null;
  const limits: readonly KneeLimit[] = [
    ...(configuredBatch === null ? [] : [{ limitedBy: "configured", batch: configuredBatch } as const]),
    ...(capacity === null ? [] : [{ limitedBy: capacity.limitedBy, batch: Math.floor(capacity.batch) }]),
  ];
  const [nearest] = limits.filter(({ batch }) => kneeBatch > batch).toSorted((a, b) => a.batch - b.batch);
  if (nearest !== undefined) return nearest;
  return kneeBatch > maxExtrapolationFactor * observedBatch
    ? { limitedBy: "observed", batch: observedBatch }
    : null;
}

/** Returns the lower bound of the knee's batch size, given the uncertainty of the fitted line. */
export function kneeLowerBound(fit: LineFit): number {
  return kneeFactor * minHalfBatch(fit);
}

/**
 * Returns the lower bound of the batch at which base and slope time are equal: 0 without a significant base, Infinity
 * without a possible slope.
 */
function minHalfBatch({ baseSeconds, perSequenceSeconds, halfBatch }: LineFit): number {
  if (halfBatch !== null) return halfBatch.lower;
  if (baseSeconds.lower <= 0) return 0;
  return perSequenceSeconds.upper > 0 ? baseSeconds.lower / perSequenceSeconds.upper : Infinity;
}

function maxHalfBatch({ baseSeconds, perSequenceSeconds, halfBatch }: LineFit): number {
  if (halfBatch !== null) return halfBatch.upper;
  return perSequenceSeconds.lower > 0 ? baseSeconds.upper / perSequenceSeconds.lower : Infinity;
}

type Line = Pick<LineFit, "baseSeconds" | "perSequenceSeconds">;

/** Returns the output tokens per second of one instance at a batch size, from the fitted line. */
export function throughputAt({ baseSeconds, perSequenceSeconds }: Line, batch: number): number {
  return batch / (baseSeconds.value + perSequenceSeconds.value * batch);
}

/**
 * Returns how far the throughput at a batch size is below the ceiling, as a fraction of the ceiling from 0
 * to 1.
 */
export function unusedCeilingRatio({ baseSeconds, perSequenceSeconds }: Line, batch: number): number {
  return baseSeconds.value / (baseSeconds.value + perSequenceSeconds.value * batch);
}

/** Returns the relative throughput gain from doubling the batch; 0.1 is 10 %. */
export function doublingGain(line: Line, batch: number): number {
  return throughputAt(line, 2 * batch) / throughputAt(line, batch) - 1;
}

/**
 * Returns the relative throughput gain from doubling the batch, with a confidence interval: h / (h + 2·B),
 * where h is the batch at which the fixed and the per-sequence part of the step time are equal.
 */
export function doublingGainEstimate(fit: LineFit, batch: number): LineEstimate {
  const gain = (half: number): number => (half === Infinity ? 1 : half / (half + 2 * batch));
  const { baseSeconds, perSequenceSeconds } = fit;
  const half = perSequenceSeconds.value > 0 ? baseSeconds.value / perSequenceSeconds.value : Infinity;
  return { value: gain(half), lower: gain(minHalfBatch(fit)), upper: gain(maxHalfBatch(fit)) };
}
