/** Checks the goal on one deployment. A source that fails gives the verdict "cannot tell" with the reason. */
import { costTokenRate } from "@/lib/analysis/goals/judge-cost";
import { judgeGoal, type GoalBaseline } from "@/lib/analysis/goals/judge-goal";
import type { GoalPart, GoalReason } from "@/lib/analysis/goals/judged-target";
import type { Investigation } from "@/lib/contracts/investigations/investigations";
import { formatElapsed } from "@/lib/format/elapsed";
import { toSentence } from "@/lib/format/sentence";
import { isAppError, type AppError } from "@/lib/model/app-error";
import type { Condition, Goal, MeasuredValue } from "@/lib/model/investigation/goal";
import type {
  GoalCheckDeployment,
  GoalCheckPart,
  RequiredCostInput,
} from "@/lib/model/investigation/goal-check";
import { unitOfStatistic } from "@/lib/model/comparison/compared-statistic";
import type { TimeWindow } from "@/lib/model/time-window";
import {
  goalIssueText,
  goalPartText,
  goalPartTitle,
  findMeasuredValue,
} from "@/lib/sentences/investigations/goal-part-text";
import { getLogger } from "@/lib/server/logger";
import { toProblem } from "@/lib/server/http/problem";
import { withTimeLimit } from "@/lib/server/http/time-limit";
import type { Reader } from "@/lib/server/principal";
import { measureWindow, type MeasureResult } from "@/lib/services/baselines/measure-window";
import { readBaselineDocument } from "@/lib/services/baselines/read-baseline-document";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { findBaselineIssues, listJudgedSignals } from "@/lib/services/gates/judged-data";
import { readGpuCost } from "@/lib/services/roofline/setting/gpu-hour-price";

/** Goal, conditions and baseline to check on one deployment, and the window. */
export interface DeploymentGoalCheckRequest {
  readonly goal: Goal;
  readonly conditions: readonly Condition[];
  readonly baseline: Investigation["baseline"];
  readonly deployment: GoalCheckDeployment["deployment"];
  readonly window: TimeWindow;
  readonly reader: Reader;
  /** Time limit for reading. If the source does not respond within it, the verdict is "cannot tell". */
  readonly readLimitMs: number;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** A checked deployment, and the error of a source that did not respond. Another attempt may have a different result. */
export interface DeploymentGoalCheckResult {
  readonly entry: GoalCheckDeployment;
  readonly failure: AppError | null;
}

/**
 * Returns the verdict for one deployment with its values. The verdict is "cannot tell" if the source fails.
 * Throws database-unavailable.
 */
export async function checkDeploymentGoal(
  check: DeploymentGoalCheckRequest,
): Promise<DeploymentGoalCheckResult> {
  try {
    const entry = await withTimeLimit(check.readLimitMs, check.signal, (signal) =>
      readAndJudge({ ...check, signal }),
    );
    return { entry, failure: null };
  } catch (error) {
    if (isAppError(error) && error.code === "database-unavailable") throw error;
    getLogger().warn({ error, deployment: check.deployment.slug }, "a goal could not be checked");
    const { detail, next } = toProblem(error, check.requestId);
    return {
      entry: createUnavailable(check, `The window could not be read. ${toSentence(detail)} ${next}`),
      failure: isAppError(error) ? error : null,
    };
  }
}

async function readAndJudge(check: DeploymentGoalCheckRequest): Promise<GoalCheckDeployment> {
  const { goal, conditions, window, reader, signal } = check;
  const deployment = await resolveDeployment(check.deployment.slug, reader.sourceScope);
  const judged = [goal, ...conditions.flatMap(listMeasuredValues)];
  const signals = listJudgedSignals(deployment, judged);
  const hasCost = conditions.some(({ kind }) => kind === "cost");
  const [measured, baseline, gpuCost] = await Promise.all([
    measureWindow({ deployment, window, signals, enteredLoad: {}, signal }),
    readBaseline(check),
    hasCost ? readGpuCost(deployment) : { price: null, enteredCount: null },
  ]);
  if (measured.kind === "cannot-tell") return createUnavailable(check, describeShortWindow(measured, window));
  const judgement = judgeGoal({ goal, conditions, window: measured.measured, baseline, ...gpuCost });
  return {
    deployment: check.deployment,
    verdict: judgement.verdict,
    unavailableReason: null,
    parts: judgement.parts.map(toPart),
    warnings: [...new Set(judgement.warnings.map(goalIssueText))],
    basis: judgement.basis,
  };
}

function listMeasuredValues(condition: Condition): readonly MeasuredValue[] {
  if (condition.kind === "signal") return [condition];
  return condition.kind === "cost" ? [costTokenRate] : [];
}

async function readBaseline({
  baseline,
  deployment,
  reader,
}: DeploymentGoalCheckRequest): Promise<GoalBaseline> {
  if (baseline === null) return { kind: "no-baseline" };
  const document = await readBaselineDocument(baseline.id);
  if (document === null) return { kind: "no-document" };
  if (document.deployment.slug !== deployment.slug)
    return { kind: "other-deployment", title: document.deployment.title };
  const known = await findBaselineIssues(baseline.id, reader);
  return { kind: "captured", side: document, knownIssues: known };
}

/** Describes a window that is too short. If the window only has to become longer, states when the check can be repeated. */
function describeShortWindow(
  { detail, proposal }: Extract<MeasureResult, { kind: "cannot-tell" }>,
  { startMs, endMs }: TimeWindow,
): string {
  const missingMs = proposal === null ? 0 : proposal.endMs - proposal.startMs - (endMs - startMs);
  return missingMs > 0 ? `${detail} Check again in ${formatElapsed(missingMs)}.` : detail;
}

function createUnavailable(
  { deployment }: DeploymentGoalCheckRequest,
  unavailableReason: string,
): GoalCheckDeployment {
  return { deployment, verdict: "cannot-tell", unavailableReason, parts: [], warnings: [], basis: null };
}

function toPart(part: GoalPart): GoalCheckPart {
  const { kind, verdict, measured, baseline, change, limit, marginRatio, reason } = part;
  const measuredValue = findMeasuredValue(part);
  const units =
    measuredValue === null ? null : unitOfStatistic(measuredValue.signal, measuredValue.statistic);
  const further = reason?.kind === "few-samples" ? reason.further : null;
  return {
    kind,
    title: goalPartTitle(part),
    verdict,
    sentence: goalPartText(part),
    measured,
    baseline,
    isPerInstance: part.isPerInstance === true,
    change,
    limit,
    marginRatio,
    unit: units?.unit ?? null,
    displayUnit: units?.displayUnit ?? null,
    currency: part.cost?.currency ?? null,
    missingSetting: missingSettingOf(reason),
    neededWindowMs: further?.neededWindowMs ?? null,
    additionalRequestCount: further?.additionalRequestCount ?? null,
  };
}

function missingSettingOf(reason: GoalReason | null): RequiredCostInput | null {
  if (reason?.kind === "no-price" || reason?.kind === "other-currency") return "price";
  return reason?.kind === "no-gpu-count" ? "gpu-count" : null;
}
