/** Values with their intervals, and their changes, as texts of a report. */
import { formatCount, formatNumber, formatValue, formatWithUnit } from "@/lib/format/number";
import type { GoalCheckPart } from "@/lib/model/investigation/goal-check";
import {
  lowerBoundText,
  relativeChangeText,
  relativeIntervalText,
} from "@/lib/sentences/comparisons/statistic-text";
import { formatPrice } from "../goal-text";

/** A measured value with its confidence interval and n, as in a goal check. */
export type MeasuredEstimate = NonNullable<GoalCheckPart["measured"]>;
type Units = Pick<GoalCheckPart, "unit" | "displayUnit" | "currency">;

/** Returns "0.35 s (0.31 to 0.40 s, n = 1,200)"; a dash without a value. */
export function estimateText(estimate: MeasuredEstimate | null, units: Units): string {
  if (estimate === null) return "–";
  const { value, lower, upper, n } = estimate;
  const interval =
    upper === null
      ? lowerBoundText(lower, inUnits(lower, units))
      : `${withoutUnit(lower, units)} to ${inUnits(upper, units)}`;
  return `${inUnits(value, units)} (${interval}, n = ${formatCount(n)})`;
}

function inUnits(value: number, { unit, displayUnit, currency }: Units): string {
  if (currency !== null) return formatPrice(value, currency);
  return unit === null || displayUnit === null
    ? formatNumber(value)
    : formatWithUnit(value, unit, displayUnit);
}

function withoutUnit(value: number, { unit, displayUnit }: Units): string {
  return unit === null || displayUnit === null
    ? formatNumber(value)
    : formatValue(value, unit, displayUnit).text;
}

/** Returns "−45 % (−52 % to −38 %)". */
export function changeText({ value, lower, upper }: NonNullable<GoalCheckPart["change"]>): string {
  const interval = relativeIntervalText({ lower, upper });
  return interval === ""
    ? relativeChangeText({ change: value })
    : `${relativeChangeText({ change: value })} (${interval})`;
}
