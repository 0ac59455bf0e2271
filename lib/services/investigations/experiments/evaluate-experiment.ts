/** Evaluates an experiment. A source that fails gives the verdict "cannot tell" with the reason. */
import {
  falseAlarmRatio,
  judgeExperiment,
  type JudgedExperiment,
} from "@/lib/analysis/experiments/judge-experiment";
import type { JudgedMeasure } from "@/lib/analysis/experiments/judge-measure";
import { toSentence } from "@/lib/format/sentence";
import { isAppError } from "@/lib/model/app-error";
import { unitOfStatistic } from "@/lib/model/comparison/compared-statistic";
import { experimentLimits, type ExperimentPlan } from "@/lib/model/investigation/experiments/experiment";
import { storedScores, type ExperimentResult } from "@/lib/model/investigation/experiments/experiment-schema";
import { describeMissingBlocks } from "@/lib/sentences/baselines/concern-text";
import { capitalise } from "@/lib/sentences/comparisons/reason-text";
import { nameStatistic } from "@/lib/sentences/comparisons/statistic-text";
import {
  experimentNotes,
  experimentSentence,
  measureSentence,
} from "@/lib/sentences/investigations/experiment-text";
import { nowMs } from "@/lib/server/clock";
import { getLogger } from "@/lib/server/logger";
import { toProblem } from "@/lib/server/http/problem";
import { withTimeLimit } from "@/lib/server/http/time-limit";
import type { Reader } from "@/lib/server/principal";
import { parsePlan, type ExperimentRow } from "./experiment-row";
import { readArms, type ArmsOutcome } from "./read-arms";

export interface EvaluationRequest {
  readonly row: ExperimentRow;
  readonly reader: Reader;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** A source that does not respond for this long gives the verdict "cannot tell". */
const readLimitMs = 10_000;

/** Throws database-unavailable. */
export async function evaluateExperiment(request: EvaluationRequest): Promise<ExperimentResult> {
  const { row, reader, signal } = request;
  const plan = parsePlan(row);
  if (row.state === "planned")
    return createUndecided("Cannot tell: the experiment has not started. Start it to measure the arms.");
  try {
    const arms = await withTimeLimit(readLimitMs, signal, (limited) =>
      readArms({ plan, nowMs: nowMs(), reader, signal: limited }),
    );
    if (arms.kind === "missing") return createUndecided(describeMissing(arms));
    const { factor, measures } = plan;
    const { reference, changed } = arms;
    const scores = storedScores.parse(row.scores);
    return toResult(judgeExperiment({ factor, measures, scores, reference, changed }), plan);
  } catch (error) {
    if (isAppError(error) && error.code === "database-unavailable") throw error;
    getLogger().warn({ error, experiment: row.id }, "an experiment could not be evaluated");
    const { detail, next } = toProblem(error, request.requestId);
    return createUndecided(`Cannot tell: the arms could not be measured. ${toSentence(detail)} ${next}`);
  }
}

function describeMissing({ arm, reason }: Extract<ArmsOutcome, { kind: "missing" }>): string {
  if (reason.kind === "few-blocks")
    return `Cannot tell: the first look needs ${experimentLimits.minBlocks} complete blocks in each arm, and ${arm} has ${reason.blockCount}.`;
  return `Cannot tell: ${arm} was not measured. ${describeMissingBlocks(reason).detail}`;
}

function createUndecided(sentence: string): ExperimentResult {
  return {
    verdict: "cannot-tell",
    sentence,
    isComplete: false,
    measures: [],
    quality: [],
    notes: [],
    falseAlarmRatio,
    checkedAtMs: nowMs(),
  };
}

function toResult(judged: JudgedExperiment, { measures, arms }: ExperimentPlan): ExperimentResult {
  const toMeasure = (part: "primary" | "guard") => (measure: JudgedMeasure) => ({
    ...measure,
    ...unitOfStatistic(measure.signal, measure.statistic),
    part,
    title: capitalise(nameStatistic(measure)),
    sentence: measureSentence(measure, measures),
  });
  return {
    verdict: judged.verdict,
    sentence: experimentSentence(judged, { measures, arms }),
    isComplete: judged.isComplete,
    measures: [toMeasure("primary")(judged.primary), ...judged.guards.map(toMeasure("guard"))],
    quality: judged.quality.map((one) => ({ ...one })),
    notes: [...experimentNotes(judged)],
    falseAlarmRatio,
    checkedAtMs: nowMs(),
  };
}
