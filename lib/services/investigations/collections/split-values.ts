/** The value of the symptom's signal by the values of a label, so that the affected part of the traffic is visible. */
import type { AnswerSeries } from "@/lib/model/answer";
import type { MeasuredValue } from "@/lib/model/investigation/goal";
import { formatMeasuredValue } from "@/lib/sentences/investigations/goal-text";
import type { CollectedData, CollectionRequest } from "./data-collector";
import { readStatistic, toWindowValue } from "./signal-answer";

/** Value that is read if the investigation has no goal. */
const defaultValue: MeasuredValue = { signal: "ttft", statistic: "p95" };

interface SplitBy {
  readonly label: string;
  /** Plural noun of the values, such as instances. */
  readonly noun: string;
}

/**
 * Returns the value of the goal's signal for each value of a label. Without a goal, the signal is TTFT p95. Throws the
 * errors of `readStatistic`.
 */
export async function readSplitValues(
  request: CollectionRequest,
  { label, noun }: SplitBy,
): Promise<CollectedData> {
  const measured = request.investigation.goal ?? defaultValue;
  const { answer, facts } = await readStatistic(measured, request, label);
  const name = formatMeasuredValue(measured);
  return {
    ...facts,
    summary: answer.split === undefined ? null : `Listed by ${answer.split.rule}.`,
    values: answer.series.map((series) =>
      toWindowValue(`${name}, ${groupName(series, noun)}`, series, measured),
    ),
    omittedCount: 0,
  };
}

function groupName({ group }: AnswerSeries, noun: string): string {
  if (group === undefined) return `all ${noun}`;
  return group.kind === "value" ? group.value : `${group.count} other ${noun}`;
}
