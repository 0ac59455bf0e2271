/**
 * What a larger batch still buys. With steps of a + b·B throughput is B / (a + b·B), which tends to 1/b: at B a share
 * b·B / (a + b·B) of that is reached. A doubling buys less than g from the knee on,
 *
 *     2·(a + b·B) / (a + 2·b·B) = 1 + g    ⇒    B = (1 − g) / (2·g) · a/b,    4.5 · a/b for 10 %
 *
 * The knee says where growth slows, never why: that is read from MBU, MFU and the split of bytes.
 */
import type { Estimate, LineFit } from "./fit-line";

export const kneeGain = 0.1;

export interface BatchCurve {
  /** Tokens a second that no batch exceeds, 1/b; null where the slope is not surely above 0. */
  readonly ceilingTokensPerSecond: Estimate | null;
  /** Batch from which a doubling buys less than 10 %. */
  readonly kneeBatch: Estimate | null;
}

export function batchCurve({ perSequenceSeconds: slope, halfBatch }: LineFit): BatchCurve {
  const factor = (1 - kneeGain) / (2 * kneeGain);
  return {
    ceilingTokensPerSecond:
      slope.lower > 0 ? { value: 1 / slope.value, lower: 1 / slope.upper, upper: 1 / slope.lower } : null,
    kneeBatch:
      halfBatch === null
        ? null
        : {
            value: factor * halfBatch.value,
            lower: factor * halfBatch.lower,
            upper: factor * halfBatch.upper,
          },
  };
}

/** Beyond the batch that is set no step ever is; beyond twice the largest seen the line is a guess. */
export interface KneeBeyond {
  readonly limit: "set" | "seen";
  readonly batch: number;
}

const reachOfSeen = 2;

/** Null where the knee lies within reach, or there is none. `setBatch` null = nobody said how many sequences a step may have. */
export function kneeBeyond(
  { kneeBatch }: BatchCurve,
  seenBatch: number,
  setBatch: number | null,
): KneeBeyond | null {
  if (kneeBatch === null) return null;
  if (setBatch !== null && kneeBatch.value > setBatch) return { limit: "set", batch: setBatch };
  return kneeBatch.value > reachOfSeen * seenBatch ? { limit: "seen", batch: seenBatch } : null;
}

type Line = Pick<LineFit, "baseSeconds" | "perSequenceSeconds">;

export function throughputAt({ baseSeconds, perSequenceSeconds }: Line, batch: number): number {
  return batch / (baseSeconds.value + perSequenceSeconds.value * batch);
}

/** Share of the ceiling that is not reached at so many sequences, 0 to 1. */
export function efficiencyLeft({ baseSeconds, perSequenceSeconds }: Line, batch: number): number {
  return baseSeconds.value / (baseSeconds.value + perSequenceSeconds.value * batch);
}

/** Share by which twice as many sequences raise throughput. */
export function doublingGain(line: Line, batch: number): number {
  return throughputAt(line, 2 * batch) / throughputAt(line, batch) - 1;
}
