/** The value of the symptom's signal by instance, so that affected instances are visible. */
import type { AnswerSeries } from "@/lib/model/answer";
import type { MeasuredValue } from "@/lib/model/investigation/goal";
import { formatMeasuredValue } from "@/lib/sentences/investigations/goal-text";
import type { Collection } from "./collection";
import { readStatistic, toWindowValue } from "./signal-answer";

/** Read if the investigation has no goal. */
const defaultValue: MeasuredValue = { signal: "ttft", statistic: "p95" };

export const instanceScope: Collection = {
  title: "Values by instance",
  read: async (request) => {
    const measured = request.investigation.goal ?? defaultValue;
    const { answer, facts } = await readStatistic(measured, request, "instance");
    const name = formatMeasuredValue(measured);
    return {
      ...facts,
      summary: answer.split === undefined ? null : `Listed by ${answer.split.rule}.`,
      values: answer.series.map((series) => toWindowValue(`${name}, ${groupName(series)}`, series, measured)),
      omittedCount: 0,
    };
  },
};

function groupName({ group }: AnswerSeries): string {
  if (group === undefined) return "all instances";
  return group.kind === "value" ? group.value : `${group.count} other instances`;
}
