/** The value of the goal's signal over the window, next to the goal. */
import { assertPresent } from "@/lib/base/assert";
import type { AnswerSeries } from "@/lib/model/answer";
import { formatGoal, formatMeasuredValue } from "@/lib/sentences/investigations/goal-text";
import type { Collection } from "./collection";
import { readStatistic, toWindowValue } from "./signal-answer";

const intervalText =
  "The interval assumes that requests are independent of each other. Requests that wait in one queue are not independent, so the interval in the check of the goal is wider. Base decisions on that check.";

/**
 * Returns whether the interval belongs to a percentile. The interval of a percentile counts requests, whereas the
 * interval of a mean accounts for correlated points.
 */
const isFromBuckets = ({ windowSummary }: AnswerSeries): boolean =>
  windowSummary !== undefined && windowSummary !== null && windowSummary.bucket !== null;

/** Collects the value of the goal's signal over the window, in the unit of the signal. */
export const goalValue: Collection = {
  title: "Value of the goal's signal",
  findObstacle: ({ goal }) => (goal === null ? "Set the goal of the investigation." : null),
  read: async (request) => {
    const goal = assertPresent(request.investigation.goal, "the investigation has a goal");
    const { answer, facts } = await readStatistic(goal, request);
    return {
      ...facts,
      summary: `Goal: ${formatGoal(goal)}.${answer.series.some(isFromBuckets) ? ` ${intervalText}` : ""}`,
      values: answer.series.map((series) => toWindowValue(formatMeasuredValue(goal), series, goal)),
      omittedCount: 0,
    };
  },
};
