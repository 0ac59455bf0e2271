/** Decides whether the value of a panel is outside its usual range. */
import type { KnownUsualRange } from "@/lib/contracts/ranges/usual-ranges";
import type { Answer } from "@/lib/model/answer";
import { signalDefinition } from "@/lib/model/signals/signals";
import { isOutsideUsualRange } from "@/components/shared/scope/usual-range";
import type { Panel } from "./panels";
import { getUsualRangeStatistic } from "./usual-band";

/** Returns whether the headline value is outside the usual range of its hour. False for split panels. */
export function isUnusual(panel: Panel, { hours }: Pick<KnownUsualRange, "hours">, answer: Answer): boolean {
  const range = hours.at(-1)?.range;
  const { signal, statistic } = getUsualRangeStatistic(panel);
  const headline = answer.series.find(
    (series) => series.signal === signal && series.statistic === statistic,
  )?.headline;
  if (answer.split !== undefined || headline?.kind !== "present" || range === undefined) return false;
  const { unit } = signalDefinition(signal);
  return isOutsideUsualRange(headline, range, { unit, displayUnit: panel.displayUnit });
}
