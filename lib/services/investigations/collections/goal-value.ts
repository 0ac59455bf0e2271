/**
 * The value of the goal's signal over the window, next to the goal. It is the value of the goal check, so that equal windows
 * have equal values, intervals and n. A window that the check cannot measure has the value of the chart, and states it.
 */
import { assertPresent } from "@/lib/base/assert";
import { goalCheckContract } from "@/lib/contracts/investigations/goal-check";
import type { CollectedValue } from "@/lib/contracts/investigations/collected-data";
import type { Goal } from "@/lib/model/investigation/goal";
import type { GoalCheckDeployment, GoalCheckPart } from "@/lib/model/investigation/goal-check";
import { unitOfStatistic } from "@/lib/model/comparison/compared-statistic";
import { signalDefinition } from "@/lib/model/signals/signals";
import { formatGoal, formatMeasuredValue } from "@/lib/sentences/investigations/goal-text";
import { nowMs } from "@/lib/server/clock";
import { checkDeploymentGoal } from "../goal-check/check-deployment-goal";
import {
  createPathWithQuery,
  toTimeParameters,
  type DataCollector,
  type CollectedData,
  type CollectionRequest,
} from "./data-collector";
import { readStatistic, toWindowValue } from "./signal-answer";

const readLimitMs = 20_000;

/** Collects the value of the goal's signal over the window, in the unit of the signal. */
export const goalValue: DataCollector = {
  title: "Value of the goal's signal",
  findObstacle: ({ goal }) => (goal === null ? "Set the goal of the investigation." : null),
  read: async (request) => {
    const goal = assertPresent(request.investigation.goal, "the investigation has a goal");
    const { investigation, deployment, window, principal: reader, requestId, signal } = request;
    const { baseline } = investigation;
    const check = {
      goal,
      conditions: [],
      baseline,
      deployment,
      window,
      reader,
      readLimitMs,
      requestId,
      signal,
    };
    const { entry } = await checkDeploymentGoal(check);
    const measured = entry.parts[0]?.measured ?? null;
    return measured === null
      ? readChartValue(goal, entry, request)
      : createCheckedValue(
          { goal, measured, isPerInstance: entry.parts[0]?.isPerInstance === true },
          request,
        );
  },
};

interface CheckedValue {
  readonly goal: Goal;
  readonly measured: NonNullable<GoalCheckPart["measured"]>;
  readonly isPerInstance: boolean;
}

function createCheckedValue(
  { goal, measured: { value, lower, upper, n }, isPerInstance }: CheckedValue,
  { deployment, investigation, window }: CollectionRequest,
): CollectedData {
  const name = formatMeasuredValue(goal);
  const number: CollectedValue = {
    kind: "number",
    label: isPerInstance ? `${name} per ready instance` : name,
    value,
    interval: { lower, upper },
    n,
    ...(signalDefinition(goal.signal).kind === "gauge" ? { nNoun: "time blocks" as const } : {}),
    ...unitOfStatistic(goal.signal, goal.statistic),
  };
  const path = goalCheckContract.path.replace("[number]", String(investigation.number));
  return {
    asOfMs: nowMs(),
    window,
    stale: null,
    summary: `Goal: ${formatGoal(goal)}. The value, its 95 % interval and n are those of the goal check for this window. n excludes the incomplete time blocks at both ends.`,
    values: [number],
    omittedCount: 0,
    href: createPathWithQuery("/signals", { d: deployment.slug, ...toTimeParameters(window) }),
    request: { method: "GET", path: createPathWithQuery(path, toTimeParameters(window)), body: null },
  };
}

/** Reads the value of the chart for a window that the check cannot measure, for example because it is too short. */
async function readChartValue(
  goal: Goal,
  { unavailableReason, parts }: GoalCheckDeployment,
  request: CollectionRequest,
): Promise<CollectedData> {
  const { answer, facts } = await readStatistic(goal, request);
  const reason = unavailableReason ?? parts[0]?.sentence ?? "";
  return {
    ...facts,
    summary: `Goal: ${formatGoal(goal)}. The goal check has no value for this window. ${reason} The value below is computed from the points of the chart, so a goal check has a different interval and n.`,
    values: answer.series.map((series) => toWindowValue(formatMeasuredValue(goal), series, goal)),
    omittedCount: 0,
  };
}
