/** Decides whether the value of a panel is outside its usual range. */
import type { KnownUsualRange } from "@/lib/contracts/ranges/usual-ranges";
import type { Answer } from "@/lib/model/answer";
import type { Panel } from "./panels";
import { getUsualRangeSeries } from "./usual-band";

/**
 * Returns whether the headline value is outside the usual range of its hour. A percentile is outside only if
 * its bucket does not overlap the range. False while the range is still being learned.
 */
export function isUnusual(panel: Panel, { hours }: Pick<KnownUsualRange, "hours">, answer: Answer): boolean {
  const range = hours.at(-1)?.range;
  const { signal, statistic } = getUsualRangeSeries(panel);
  const headline = answer.series.find(
    (series) => series.signal === signal && series.statistic === statistic,
  )?.headline;
  if (answer.split !== undefined || headline?.kind !== "present") return false;
  if (range === undefined || range.kind === "learning") return false;
  const { value, lower = value, upper = value } = headline;
  return lower > range.upper || (upper !== null && upper < range.lower);
}
