/**
 * Checks whether step time grows with the batch as the model predicts: lines a + b·B through the measured and through
 * the expected times, at the same batches of one context. The time of launch-bound steps does not depend on the batch.
 * These steps are therefore not on the line, and are excluded and counted.
 *
 * b is the cache size of one sequence divided by the bandwidth that attention reaches. Attention kernels reach at least
 * three quarters of a stream's bandwidth. So the slopes agree if the interval of the measured one overlaps 3/4 to 4/3
 * of the expected one.
 */
import {
  fitLine,
  type LineEstimate,
  type LineFit,
  type SweepFit,
} from "@/lib/analysis/roofline/sweep/fit-line";
import type { JudgedStep } from "./judge-step";

type CannotFit = Extract<SweepFit, { kind: "cannot-fit" }>;

/** How the measured growth of step time with batch size compares with the expected growth. */
export type LineVerdict =
  | { readonly kind: "agrees" | "steeper" | "flatter" }
  /** The measured times are not on a line: they deviate from the best line by more than a tenth. */
  | { readonly kind: "no-line" }
  /** The expected step time grows by less than a twentieth over these batches, so the measured slope is noise. */
  | { readonly kind: "flat" };

/** Step time as a line over batch size, measured and expected, for one launch mode and context length. */
export type BatchLine = {
  readonly launch: "eager" | "graph";
  readonly contextTokens: number;
  /** Number of steps that are expected to be launch-bound, which the lines exclude. */
  readonly excludedStepCount: number;
} & (
  | {
      readonly kind: "line";
      readonly measured: LineFit;
      readonly expected: LineFit;
      /** Measured divided by expected time per sequence. */
      readonly slopeRatio: LineEstimate;
      /** Measured divided by expected time at batch 0. */
      readonly baseRatio: LineEstimate;
      readonly verdict: LineVerdict;
    }
  | { readonly kind: "cannot-fit"; readonly reason: CannotFit["reason"] }
);

const slopeTolerance = { lower: 3 / 4, upper: 4 / 3 };
const maxLineError = 0.1;
const flatRise = 0.05;

/**
 * Fits step time over batch size, one line for each launch mode and context length, in the order of the run.
 */
export function batchLines(steps: readonly JudgedStep[]): readonly BatchLine[] {
  const groups = new Map<string, JudgedStep[]>();
  for (const one of steps) {
    if (one.step.phase !== "decode") continue;
    const key = `${one.step.launch} ${one.step.contextTokens}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => fitBatchLine(group) ?? []);
}

function fitBatchLine(group: readonly JudgedStep[]): BatchLine | null {
  const step = group[0]?.step;
  if (step?.phase !== "decode") return null;
  const fitted = group.filter(({ expected }) => expected.bottleneck !== "overhead");
  const lineFields = {
    launch: step.launch,
    contextTokens: step.contextTokens,
    excludedStepCount: group.length - fitted.length,
  };
  const through = (seconds: (one: JudgedStep) => number): SweepFit =>
    fitLine(fitted.map((one) => ({ batch: one.step.batch, itlSeconds: seconds(one) })));
  const measured = through(({ measuredSeconds }) => measuredSeconds);
  const expected = through(({ expected: { expectedSeconds } }) => expectedSeconds);
  if (measured.kind === "cannot-fit") return { ...lineFields, kind: "cannot-fit", reason: measured.reason };
  if (expected.kind === "cannot-fit") return { ...lineFields, kind: "cannot-fit", reason: expected.reason };
  const slopeRatio = divideEstimate(measured.perSequenceSeconds, expected.perSequenceSeconds.value);
  const baseRatio = divideEstimate(measured.baseSeconds, expected.baseSeconds.value);
  const batches = fitted.map(({ step: { batch } }) => batch);
  const rise =
    (expected.perSequenceSeconds.value * (Math.max(...batches) - Math.min(...batches))) /
    expected.baseSeconds.value;
  const verdict = verdictOf(measured, slopeRatio, rise);
  return { ...lineFields, kind: "line", measured, expected, slopeRatio, baseRatio, verdict };
}

function verdictOf(measured: LineFit, slopeRatio: LineEstimate, rise: number): LineVerdict {
  if (measured.largestErrorRatio > maxLineError) return { kind: "no-line" };
  if (rise < flatRise) return { kind: "flat" };
  if (slopeRatio.lower > slopeTolerance.upper) return { kind: "steeper" };
  if (slopeRatio.upper < slopeTolerance.lower) return { kind: "flatter" };
  return { kind: "agrees" };
}

function divideEstimate({ value, lower, upper }: LineEstimate, divisor: number): LineEstimate {
  return { value: value / divisor, lower: lower / divisor, upper: upper / divisor };
}
