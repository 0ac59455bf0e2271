/** Evaluates an experiment. A source that fails gives the verdict "cannot tell" with the reason. */
import { judgeExperiment } from "@/lib/analysis/experiments/judge-experiment";
import { falseAlarmRatio, judgeMeasures } from "@/lib/analysis/experiments/judge-measures";
import { judgeQuality, type JudgedQuality } from "@/lib/analysis/experiments/judge-quality";
import { findWorseGuard } from "@/lib/analysis/experiments/stop-rule";
import { toSentence } from "@/lib/format/sentence";
import { isAppError, type AppError } from "@/lib/model/app-error";
import type { ProblemCode } from "@/lib/model/problem";
import { storedScores, type ExperimentResult } from "@/lib/model/investigation/experiments/experiment-schema";
import { capitalise } from "@/lib/sentences/comparisons/reason-text";
import { nameStatistic } from "@/lib/sentences/comparisons/statistic-text";
import { fallenScoresText } from "@/lib/sentences/investigations/experiment-text";
import { nowMs } from "@/lib/server/clock";
import { getLogger } from "@/lib/server/logger";
import { toProblem } from "@/lib/server/http/problem";
import { withTimeLimit } from "@/lib/server/http/time-limit";
import type { Reader } from "@/lib/server/principal";
import { describeResult } from "./describe-result";
import { parsePlan, type ExperimentRow } from "./experiment-row";
import { describeMissingArm } from "./missing-arm-text";
import { readArmEnvironments } from "./read-arm-environments";
import { readArms, type ReadArmsRequest } from "./read-arms";

/** The experiment to evaluate, and the caller on whose behalf its sources are read. */
export interface ExperimentEvaluationRequest {
  readonly row: ExperimentRow;
  readonly reader: Reader;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** Time limit for reading. If a source does not respond within it, the verdict is "cannot tell". */
const readLimitMs = 10_000;

/** A result, and the error of a source that did not respond. Another attempt may then give a different result. */
export interface ExperimentEvaluation {
  readonly result: ExperimentResult;
  readonly failure: AppError | null;
  /** Name of the guard that meets the stop rule of the rollback hook; null without one. */
  readonly harmfulGuard: string | null;
}

/** Error codes of a source that does not respond at present. A later attempt may succeed. */
const temporaryFailureCodes: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "source-unreachable",
  "source-slow",
  "source-not-ready",
  "source-rate-limited",
  "timeout",
]);

/** Returns whether a later attempt may succeed, because the source does not respond at present. */
export function isTemporaryFailure({ code }: AppError): boolean {
  return temporaryFailureCodes.has(code);
}

/**
 * Measures the arms and returns the result. A source that does not respond is part of the result. Throws
 * database-unavailable.
 */
export async function evaluateExperiment(
  request: ExperimentEvaluationRequest,
): Promise<ExperimentEvaluation> {
  const { row, reader, signal } = request;
  const plan = parsePlan(row);
  const scores = storedScores.parse(row.scores);
  const quality = judgeQuality(scores, plan.measures.maxQualityDecrease);
  const undecided = (sentence: string, failure: AppError | null = null): ExperimentEvaluation => ({
    result: createUndecided(sentence, quality),
    failure,
    harmfulGuard: null,
  });
  if (row.state === "planned")
    return undecided("the experiment has not started. Start it to measure the arms.");
  try {
    const measured = await withTimeLimit(readLimitMs, signal, (limited) =>
      measureArms({ plan, nowMs: nowMs(), reader, signal: limited }, row),
    );
    return typeof measured === "string" ? undecided(measured) : { ...measured, failure: null };
  } catch (error) {
    if (isAppError(error) && error.code === "database-unavailable") throw error;
    getLogger().warn({ error, experiment: row.id }, "an experiment could not be evaluated");
    const { detail, next } = toProblem(error, request.requestId);
    const failure = isAppError(error) && isTemporaryFailure(error) ? error : null;
    return undecided(`the arms could not be measured. ${toSentence(detail)} ${next}`, failure);
  }
}

/** Returns the result, or why the arms cannot be compared. */
async function measureArms(
  request: ReadArmsRequest,
  row: Pick<ExperimentRow, "scores" | "hookFiresOnGuard">,
): Promise<Omit<ExperimentEvaluation, "failure"> | string> {
  const read = await readArms(request);
  if (read.kind === "missing") return describeMissingArm(read, request.plan, request.nowMs);
  const { plan, arms } = read;
  const { factor, measures } = plan;
  const judged = judgeMeasures(plan, arms);
  const [first, second] = judged.usedBlocks;
  const [reference, changed] = await Promise.all([
    readArmEnvironments(arms[0], first, factor.path),
    readArmEnvironments(arms[1], second, factor.path),
  ]);
  const scores = storedScores.parse(row.scores);
  const harmful = row.hookFiresOnGuard ? findWorseGuard(plan, arms) : null;
  const experiment = judgeExperiment({ factor, measures, scores, reference, changed }, judged);
  return {
    result: describeResult(experiment, { plan, arms, declaredBlocks: request.plan.measures.plannedBlocks }),
    harmfulGuard: harmful === null ? null : capitalise(nameStatistic(harmful)),
  };
}

/** Returns a result without measurements. Quality scores are still judged. `reason` follows a colon in the sentence. */
function createUndecided(reason: string, quality: readonly JudgedQuality[]): ExperimentResult {
  const fallen = fallenScoresText(quality);
  return {
    verdict: fallen === null ? "cannot-tell" : "worse",
    sentence:
      fallen === null ? `Cannot tell: ${reason}` : `Worse: ${fallen}. The arms were not compared: ${reason}`,
    isComplete: false,
    measures: [],
    quality: quality.map((one) => ({ ...one })),
    notes: [],
    falseAlarmRatio,
    checkedAtMs: nowMs(),
    basis: null,
  };
}
