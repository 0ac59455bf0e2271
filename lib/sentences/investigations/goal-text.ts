/** Texts of the goal and the conditions of an investigation. */
import { formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { unitOfStatistic } from "@/lib/model/comparison/compared-statistic";
import type { Condition, Goal, MeasuredValue } from "@/lib/model/investigation/goal";
import { signalPhrase } from "@/lib/sentences/signals/signal-phrase";

/** Formats a goal: "TTFT p95 at most 1.00 s", "TTFT p95 30 % lower than the baseline". */
export function formatGoal(goal: Goal): string {
  const name = formatMeasuredValue(goal);
  if (goal.kind === "change") {
    const direction = goal.changeRatio < 0 ? "lower" : "higher";
    return `${name} ${percent(Math.abs(goal.changeRatio))} ${direction} than the baseline`;
  }
  const { unit, displayUnit } = unitOfStatistic(goal.signal, goal.statistic);
  const bound = goal.kind === "at-most" ? "at most" : "at least";
  return `${name} ${bound} ${formatWithUnit(goal.value, unit, displayUnit)}`;
}

/** Formats a value that must not worsen: "TPOT mean at most 5 % worse". */
export function formatCondition(condition: Condition): string {
  if (condition.kind === "stated") return condition.text;
  if (condition.kind === "cost")
    return `Cost per million output tokens at most ${formatPrice(condition.maxPerMillionTokens, condition.currency)}`;
  return `${formatMeasuredValue(condition)} at most ${percent(condition.maxWorseningRatio)} worse`;
}

/** Formats an amount of money: "0.420 EUR". */
export function formatPrice(amount: number, currency: string): string {
  return `${formatNumber(amount)}${thinSpace}${currency}`;
}

/** Formats a signal with its statistic: "TTFT p95", "KV cache usage". */
export function formatMeasuredValue({ signal, statistic }: MeasuredValue): string {
  const phrase = signalPhrase(signal);
  const title = phrase.charAt(0).toUpperCase() + phrase.slice(1);
  return statistic === "value" || statistic === "rate" || statistic === "ratio-to-requests"
    ? title
    : `${title} ${statistic}`;
}

const percent = (ratio: number): string => formatWithUnit(ratio, "ratio", "%");
