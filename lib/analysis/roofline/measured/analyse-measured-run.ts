/**
 * Complete evaluation of a measured run: the rates of the device, each step compared with its expectation, and the
 * lines over the batch.
 */
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import type { MeasuredRun } from "@/lib/model/roofline/measured-run-schema";
import { observedQuantile } from "@/lib/analysis/statistics/quantiles/observed-quantile";
import { batchLines, type BatchLine } from "./batch-lines";
import { bestRates, maxSpreadRatio, type BestRates } from "./best-rates";
import { findLaunchSeconds, toServedModel } from "./expect-step";
import { judgeStep, type JudgedStep, type StepVerdict } from "./judge-step";
import { findRunRoof, type RunRoof } from "./run-roof";

/** Median and range of a ratio over several measured steps. */
export interface RatioRange {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Analysis of one measured run. */
export interface MeasuredRunAnalysis {
  readonly rates: BestRates;
  readonly steps: MeasuredStepsAnalysis;
}

/** Comparison of the measured steps with their expectations. */
export type MeasuredStepsAnalysis =
  | {
      readonly kind: "judged";
      readonly runRoof: RunRoof;
      readonly steps: readonly JudgedStep[];
      /** Measured time ÷ expected time, over all steps; null without steps. */
      readonly measuredToExpectedRatio: RatioRange | null;
      /** Number of steps with each verdict. */
      readonly countByVerdict: Readonly<Record<StepVerdict["kind"], number>>;
      readonly batchLines: readonly BatchLine[];
      /**
       * Number of steps whose interquartile range is above a tenth of the median. The device was then shared or
       * unstable.
       */
      readonly unsteadyStepCount: number;
    }
  /** The run has no ceilings, or ceilings of a different device, so no expected step time can be computed. */
  | { readonly kind: "cannot-judge"; readonly reason: string };

const zeroCounts: Readonly<Record<StepVerdict["kind"], number>> = {
  "as-expected": 0,
  close: 0,
  different: 0,
  slower: 0,
  "no-launch-time": 0,
  "below-launch-time": 0,
  impossible: 0,
};

/** Analyses a measured run. `table` is the accelerator table. */
export function analyseMeasuredRun(run: MeasuredRun, table?: readonly Accelerator[]): MeasuredRunAnalysis {
  return { rates: bestRates(run), steps: studySteps(run, table) };
}

function studySteps(run: MeasuredRun, table?: readonly Accelerator[]): MeasuredStepsAnalysis {
  const found = findRunRoof(run, table);
  if (!found.ok) return { kind: "cannot-judge", reason: found.error };
  const servedModel = toServedModel(run.decoder);
  const { cacheBytes } = run.device;
  const steps = run.decoder.cases.map((step) =>
    judgeStep(step, {
      servedModel,
      roof: found.value.roof,
      deviceCacheBytes: cacheBytes,
      launchSeconds: findLaunchSeconds(run, step),
    }),
  );
  const counts = { ...zeroCounts };
  for (const { verdict } of steps) counts[verdict.kind] += 1;
  const lines = batchLines(steps);
  const unsteady = steps.filter(({ spreadRatio }) => spreadRatio > maxSpreadRatio).length;
  const runRoof = found.value;
  return {
    kind: "judged",
    runRoof,
    steps,
    measuredToExpectedRatio: rangeOf(steps),
    countByVerdict: counts,
    batchLines: lines,
    unsteadyStepCount: unsteady,
  };
}

function rangeOf(steps: readonly JudgedStep[]): RatioRange | null {
  const ratios = steps
    .map(({ measuredToExpectedRatio }) => measuredToExpectedRatio)
    .toSorted((a, b) => a - b);
  const [min, max] = [ratios[0], ratios.at(-1)];
  if (min === undefined || max === undefined) return null;
  return { median: observedQuantile(ratios, 0.5) ?? min, min, max };
}
