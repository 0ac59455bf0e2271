/**
 * What a larger batch still buys. With steps of a + b·B throughput is B / (a + b·B), which tends to 1/b: at B a share
 * b·B / (a + b·B) of that is reached. A doubling buys less than g from the knee on,
 *
 *     2·(a + b·B) / (a + 2·b·B) = 1 + g    ⇒    B = (1 − g) / (2·g) · a/b,    4.5 · a/b for 10 %
 *
 * The knee says where growth slows, never why: that is read from MBU, MFU and the split of bytes.
 */
import type { Estimate, LineFit } from "./fit-line";
import { maxExtrapolation } from "./judge-line";
import type { BatchCapacity } from "./batch-capacity";

export const kneeGain = 0.1;

const kneeFactor = (1 - kneeGain) / (2 * kneeGain);

export interface BatchCurve {
  /** Tokens a second that no batch exceeds, 1/b; null where the slope is not surely above 0. */
  readonly ceilingTokensPerSecond: Estimate | null;
  /** Batch from which a doubling buys less than 10 %. */
  readonly kneeBatch: Estimate | null;
}

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

/** Beyond the batch that is set, or that there is room for, no step ever is; beyond twice the largest seen the line is a guess. */
export interface KneeBeyondLimit {
  readonly limit: "configured" | BatchCapacity["limit"] | "observed";
  readonly batch: number;
}

export interface KneeLimits {
  readonly observedBatch: number;
  /** Sequences that a step may have; null = nobody said. */
  readonly configuredBatch: number | null;
  /** That there is room for; absent or null = nothing tells. */
  readonly capacity?: BatchCapacity | null;
}

/** `kneeBatch`: its value, or its least one where that is all that is known. Null where it lies within reach, or nothing tells. */
export function kneeBeyond(
  kneeBatch: number | null,
  { observedBatch, configuredBatch, capacity = null }: KneeLimits,
): KneeBeyondLimit | null {
  if (kneeBatch === null) return null;
  const limits: readonly KneeBeyondLimit[] = [
    ...(configuredBatch === null ? [] : [{ limit: "configured", batch: configuredBatch } as const]),
    ...(capacity === null ? [] : [{ limit: capacity.limit, batch: Math.floor(capacity.batch) }]),
  ];
  const [nearest] = limits.filter(({ batch }) => kneeBatch > batch).toSorted((a, b) => a.batch - b.batch);
  if (nearest !== undefined) return nearest;
  return kneeBatch > maxExtrapolation * observedBatch ? { limit: "observed", batch: observedBatch } : null;
}

/** Where the knee is at least, as far as a and b are known. */
export function minKnee(fit: LineFit): number {
  return kneeFactor * minHalfBatch(fit);
}

/** Sequences at which base and slope are equal, at least: 0 where no base is sure, without end where no slope is possible. */
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

export function throughputAt({ baseSeconds, perSequenceSeconds }: Line, batch: number): number {
  return batch / (baseSeconds.value + perSequenceSeconds.value * batch);
}

/** Share of the ceiling that is not reached at so many sequences, 0 to 1. */
export function unusedCeilingRatio({ baseSeconds, perSequenceSeconds }: Line, batch: number): number {
  return baseSeconds.value / (baseSeconds.value + perSequenceSeconds.value * batch);
}

/** Share by which twice as many sequences raise throughput. */
export function doublingGain(line: Line, batch: number): number {
  return throughputAt(line, 2 * batch) / throughputAt(line, batch) - 1;
}

/** The same with what a and b leave open: h / (h + 2·B), h = a / b the batch at which both parts are equal. */
export function doublingGainOf(fit: LineFit, batch: number): Estimate {
  const gain = (half: number): number => (half === Infinity ? 1 : half / (half + 2 * batch));
  const { baseSeconds, perSequenceSeconds } = fit;
  const half = perSequenceSeconds.value > 0 ? baseSeconds.value / perSequenceSeconds.value : Infinity;
  return { value: gain(half), lower: gain(minHalfBatch(fit)), upper: gain(maxHalfBatch(fit)) };
}
