/** Decides whether the value of a panel is outside its usual range. */
import type { KnownUsualRange } from "@/lib/contracts/ranges/usual-ranges";
import { displayFactor, displayResolution } from "@/lib/format/number";
import type { Answer } from "@/lib/model/answer";
import { signalDefinition } from "@/lib/model/signals/signals";
import type { Panel } from "./panels";
import { getUsualRangeStatistic } from "./usual-band";

/** Values with three significant digits differ visibly from about this relative difference. */
const displayedDigitRatio = 0.01;

/**
 * Returns whether the headline value is outside the usual range of its hour. A percentile is outside only if
 * its bucket does not overlap the range, and a difference that the display cannot show does not count. False while the range is still being learned.
 */
export function isUnusual(panel: Panel, { hours }: Pick<KnownUsualRange, "hours">, answer: Answer): boolean {
  const range = hours.at(-1)?.range;
  const { signal, statistic } = getUsualRangeStatistic(panel);
  const headline = answer.series.find(
    (series) => series.signal === signal && series.statistic === statistic,
  )?.headline;
  if (answer.split !== undefined || headline?.kind !== "present") return false;
  if (range === undefined || range.kind === "learning") return false;
  const { value, lower = value, upper = value } = headline;
  const margin = (bound: number): number =>
    Math.max(
      displayResolution(panel.displayUnit) / displayFactor(signalDefinition(signal).unit, panel.displayUnit),
      displayedDigitRatio * Math.abs(bound),
    );
  return (
    lower - range.upper > margin(range.upper) || (upper !== null && range.lower - upper > margin(range.lower))
  );
}
