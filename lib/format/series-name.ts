/** Names of a series, as displayed at the end of a chart line, in a table head and in a file. */
import type { AnswerSeries, SplitGroup } from "@/lib/model/answer";
import { signalDefinition } from "@/lib/model/signals/signals";
import { countWithNoun } from "./agreement";

/** Formats the label value of a split: "(none)" for an empty value, "3 others" for the rest. */
export function formatGroupName(group: SplitGroup): string {
  if (group.kind === "rest") return countWithNoun(group.count, "other");
  return group.value === "" ? "(none)" : group.value;
}

/**
 * Formats the label value of a split for use next to a number. A numeric value, such as a priority, is
 * quoted.
 */
export function formatQuotedGroupName(group: SplitGroup): string {
  const name = formatGroupName(group);
  return group.kind === "value" && /^[-+]?\d+(?:\.\d+)?$/.test(name) ? `“${name}”` : name;
}

/** Returns signal and statistic, without the group. */
function measureName(series: AnswerSeries): string {
  if (series.role === "unexplained") return "unexplained";
  const { label } = signalDefinition(series.signal);
  return series.statistic === "value" || series.statistic === "rate" || series.statistic.includes("-")
    ? label
    : `${label} ${series.statistic}`;
}

/** Formats the name of a series, which is unique within the answer. */
export function formatSeriesName(series: AnswerSeries): string {
  const measure = measureName(series);
  return series.group === undefined ? measure : `${formatGroupName(series.group)}, ${measure}`;
}
