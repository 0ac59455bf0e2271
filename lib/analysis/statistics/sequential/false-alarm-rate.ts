/**
 * False-alarm rate of the sequential test on a given history: how often two arms without a difference are reported as
 * different.
 *
 * Both arms are drawn from the same history by a moving-block bootstrap (Künsch 1989), so that neighbouring blocks
 * keep their autocorrelation; its block length is that of Politis and White (`series/block-length.ts`). A daily
 * pattern or drift is mixed evenly into both arms and causes no alarm here. The rate is an estimate: with 500
 * simulations, a rate of 5 % has a standard error of 1 %. The result is the same for the same seed.
 */
import type { Steps } from "@/lib/base/steps";
import { minBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import { chooseBlockLength } from "@/lib/analysis/statistics/series/block-length";
import { drawBlocks, pickDrawnValues } from "@/lib/analysis/statistics/series/block-bootstrap";
import { createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { compareRunningArms, type SequentialOptions } from "./compare-running-arms";

/** Settings of the simulation by which the false alarm rate of the sequential test is measured. */
export interface FalseAlarmOptions extends Partial<SequentialOptions> {
  readonly seed: number;
  readonly simulationCount: number;
  /** Length of the simulated experiments; at most the number of blocks of the history. */
  readonly blocksPerArm: number;
}

/** Fraction of simulations without a difference in which the test reported a difference. */
export interface FalseAlarmRate {
  /** Fraction of the simulations with an alarm. */
  readonly falseAlarmRatio: number;
  readonly simulationCount: number;
  readonly blocksPerArm: number;
}

/**
 * Measures how often the sequential test reports a difference that does not exist, by simulations from the
 * block means of a history. Yields after each simulation. Null if the history has fewer than 80 blocks. 500
 * simulations of 200 blocks take about 1 s.
 */
export function* measureFalseAlarms(
  history: Float64Array,
  { seed, simulationCount, blocksPerArm, ...options }: FalseAlarmOptions,
): Steps<FalseAlarmRate | null> {
  const armLength = Math.min(blocksPerArm, history.length);
  if (history.length < 4 * minBlocks || armLength < minBlocks || simulationCount < 1) return null;
  const random = createSeededRandom(seed);
  const stretchLength = Math.min(armLength, chooseBlockLength(history));
  const drawArm = (): Float64Array =>
    pickDrawnValues(history, drawBlocks(history.length, stretchLength, random)).subarray(0, armLength);
  let alarms = 0;
  for (let simulation = 0; simulation < simulationCount; simulation += 1) {
    if (compareRunningArms(drawArm(), drawArm(), options).detectedAtBlock !== null) alarms += 1;
    yield;
  }
  return { falseAlarmRatio: alarms / simulationCount, simulationCount, blocksPerArm: armLength };
}
