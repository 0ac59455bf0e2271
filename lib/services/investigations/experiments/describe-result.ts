/** The result of an experiment with its sentences and notes. */
import { createVerdictProvenance } from "@/lib/analysis/comparisons/verdict-provenance";
import { countMeasuredBlocks } from "@/lib/analysis/experiments/baseline-arm";
import type { JudgedExperiment } from "@/lib/analysis/experiments/judge-experiment";
import type { JudgedMeasure } from "@/lib/analysis/experiments/judge-measure";
import { falseAlarmRatio } from "@/lib/analysis/experiments/judge-measures";
import { minBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import { engineOfDeployment } from "@/lib/engines";
import { unitOfStatistic } from "@/lib/model/comparison/compared-statistic";
import type { ExperimentPlan } from "@/lib/model/investigation/experiments/experiment";
import type { ExperimentResult } from "@/lib/model/investigation/experiments/experiment-schema";
import { capitalise } from "@/lib/sentences/comparisons/reason-text";
import {
  blockNotes,
  experimentNotes,
  experimentSentence,
  measureSentence,
  nameMeasure,
} from "@/lib/sentences/investigations/experiment-text";
import {
  baselineNotes,
  fewerBlocksNotes,
  missingMeasureText,
  partialBaselineNotes,
} from "@/lib/sentences/investigations/experiments/baseline-arm-text";
import { nowMs } from "@/lib/server/clock";
import type { ArmMeasurements } from "./read-arms";

interface MeasuredPlan {
  /** The plan. Its number of planned blocks is reduced to the number that a baseline arm has. */
  readonly plan: ExperimentPlan;
  readonly arms: readonly [ArmMeasurements, ArmMeasurements];
  /** Number of blocks that the plan declares. */
  readonly declaredBlocks: number;
}

/** Returns the result of a judged experiment. */
export function describeResult(judged: JudgedExperiment, measured: MeasuredPlan): ExperimentResult {
  const { plan, arms, declaredBlocks } = measured;
  const { measures } = plan;
  const missing = new Map(
    [judged.primary, ...judged.guards].flatMap((measure) => {
      const reason = findMissing(measure, arms);
      return reason === null ? [] : [[measure, reason] as const];
    }),
  );
  const exhausted = new Set(
    [judged.primary, ...judged.guards].filter((measure) => hasExhaustedBaseline(measure, arms)),
  );
  const toMeasure = (part: "primary" | "guard") => (measure: JudgedMeasure) => {
    const reason = missing.get(measure);
    return {
      ...measure,
      // A refused comparison has no verdict for any measure.
      ...(judged.refusal === null ? {} : { verdict: "cannot-tell" as const, additionalBlocks: null }),
      ...(reason === undefined && !exhausted.has(measure) ? {} : { additionalBlocks: null }),
      ...unitOfStatistic(measure.signal, measure.statistic),
      part,
      title: capitalise(nameMeasure(measure)),
      sentence:
        reason === undefined
          ? measureSentence(measure, measures, exhausted.has(measure))
          : capitalise(reason),
    };
  };
  const primaryReason = missing.get(judged.primary);
  const isUndecided = judged.verdict === "cannot-tell" && judged.refusal === null;
  return {
    verdict: judged.verdict,
    sentence:
      isUndecided && primaryReason !== undefined
        ? `Cannot tell: ${primaryReason}`
        : experimentSentence(judged, {
            measures,
            arms: plan.arms,
            exhausted,
            uncounted: listUncounted(arms),
          }),
    isComplete: judged.isComplete,
    measures: [toMeasure("primary")(judged.primary), ...judged.guards.map(toMeasure("guard"))],
    quality: judged.quality.map((one) => ({ ...one })),
    notes: [
      ...blockNotes(measures, {
        blockMs: arms[0].blocks.measured.blockMs,
        isOfBaseline: arms.some(({ stored }) => stored !== null),
      }),
      ...arms.flatMap(({ arm, stored }) =>
        stored === null
          ? []
          : baselineNotes({ arm, concerns: stored.document.concerns.map(({ detail }) => detail) }),
      ),
      ...arms.flatMap(({ arm, stored }) => {
        const isCompletelyUsed =
          stored === null || measures.plannedBlocks >= countMeasuredBlocks(stored.blocks, measures.primary);
        return isCompletelyUsed ? [] : partialBaselineNotes(arm, measures.plannedBlocks);
      }),
      ...fewerBlocksNotes(declaredBlocks, measures.plannedBlocks),
      ...judged.guards.flatMap((guard) => {
        const reason = missing.get(guard);
        return reason === undefined ? [] : [`${capitalise(nameMeasure(guard))} was not compared: ${reason}`];
      }),
      ...experimentNotes({ ...judged, guards: judged.guards.filter((guard) => !missing.has(guard)) }),
    ],
    falseAlarmRatio,
    checkedAtMs: nowMs(),
    basis: createVerdictProvenance(judged.load),
  };
}

/** Returns the engines of the arms that have no counter of requests. */
function listUncounted(arms: readonly ArmMeasurements[]): readonly string[] {
  const engines = arms.map(({ deployment }) => engineOfDeployment(deployment));
  const uncounted = engines.filter(({ signals }) => signals.requests.kind === "not-exposed");
  return [...new Set(uncounted.map(({ title }) => title))];
}

/** Returns why a measure cannot be compared with the baseline of an arm; null if it can. */
function findMissing(measure: JudgedMeasure, arms: readonly ArmMeasurements[]): string | null {
  for (const { arm, stored } of arms) {
    if (stored === null) continue;
    const blockCount = countMeasuredBlocks(stored.blocks, measure);
    const detail = stored.document.measured.absent[measure.signal]?.detail ?? null;
    if (blockCount < minBlocks)
      return missingMeasureText({ arm: arm.name, measure: nameMeasure(measure), blockCount, detail });
  }
  return null;
}

/** Returns whether all blocks of a baseline with the measure were compared. The cost has no stored blocks. */
function hasExhaustedBaseline(measure: JudgedMeasure, arms: readonly ArmMeasurements[]): boolean {
  return arms.some(
    ({ stored }) =>
      stored !== null &&
      measure.currency === null &&
      countMeasuredBlocks(stored.blocks, measure) <= measure.blockCount,
  );
}
