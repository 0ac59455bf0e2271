/** Intervals of a baseline's numbers as text, without their unit. */
import { formatValue, thinSpace } from "@/lib/format/number";
import type { DisplayUnit, Unit } from "@/lib/model/units";

/** Confidence interval to format, in the unit of the values. */
export interface ShownInterval {
  readonly lower: number;
  /** Upper end; null if the interval has none. */
  readonly upper: number | null;
}

/** Formats a confidence interval: "0.55–0.7", "≥ 0.55" without an upper end, or "no bounds known" for "≥ 0". */
export function baselineIntervalText(
  { lower, upper }: ShownInterval,
  unit: Unit,
  displayUnit: DisplayUnit,
): string {
  const text = (value: number): string => formatValue(value, unit, displayUnit).text;
  if (upper === null && lower <= 0) return "no bounds known";
  return upper === null ? `≥${thinSpace}${text(lower)}` : `${text(lower)}–${text(upper)}`;
}
