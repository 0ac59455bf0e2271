/** Compares a value with its usual range, and formats the range. */
import type { UsualHours } from "@/lib/contracts/ranges/usual-ranges";
import { displayFactor, displayResolution, formatNumber, formatValue, thinSpace } from "@/lib/format/number";
import type { PresentReading } from "@/lib/model/reading";
import type { DisplayUnit, Unit } from "@/lib/model/units";

/** Values with three significant digits differ visibly from about this relative difference. */
const displayedDigitRatio = 0.01;

interface ValueUnits {
  readonly unit: Unit;
  readonly displayUnit: DisplayUnit;
}

/**
 * Returns whether the value is outside the usual range of its hour. A percentile is outside only if its bucket does not
 * overlap the range, and a difference that the display cannot show does not count. False while the range is still being
 * learned.
 */
export function isOutsideUsualRange(
  { value, lower = value, upper = value }: Pick<PresentReading, "value" | "lower" | "upper">,
  range: UsualHours[number]["range"],
  { unit, displayUnit }: ValueUnits,
): boolean {
  if (range.kind === "learning") return false;
  const margin = (bound: number): number =>
    Math.max(
      displayResolution(displayUnit) / displayFactor(unit, displayUnit),
      displayedDigitRatio * Math.abs(bound),
    );
  return (
    lower - range.upper > margin(range.upper) || (upper !== null && range.lower - upper > margin(range.lower))
  );
}

/** Formats the bounds of a range with their unit, such as "0.38–0.52 s". No measured value is below 0. */
export function formatUsualBounds(
  { lower, upper }: { readonly lower: number; readonly upper: number },
  { unit, displayUnit }: ValueUnits,
): string {
  const factor = displayFactor(unit, displayUnit);
  const [from, to] = [formatNumber(Math.max(0, lower) * factor), formatNumber(upper * factor)];
  return `${from === to ? from : `${from}–${to}`}${thinSpace}${formatValue(0, unit, displayUnit).unit}`;
}
