/** Usual range of a panel as a chart band and as text. */
import { assertPresent } from "@/lib/base/assert";
import type { AnswerSeries } from "@/lib/model/answer";
import { signalDefinition } from "@/lib/model/signals/signals";
import type { KnownUsualRange, UsualHours } from "@/lib/contracts/ranges/usual-ranges";
import type { DisplayUnit, Unit } from "@/lib/model/units";
import { displayFactor, formatCount, thinSpace } from "@/lib/format/number";
import type { UsualBand } from "@/components/charts/prepare/time-series";
import { formatUsualBounds } from "@/components/shared/scope/usual-range";
import type { Panel } from "./panels";

type Range = UsualHours[number]["range"];

const hourMs = 3_600_000;

/** Returns whether a panel has a usual range. Rates have none, because they follow the traffic. */
export function hasUsualRange({ drawAs, statistics }: Panel): boolean {
  return drawAs === "lines" && statistics.some((statistic) => statistic === "p95" || statistic === "value");
}

/**
 * Returns the statistic of a panel whose usual range is drawn: the headline statistic of its first signal.
 */
export function getUsualRangeStatistic({
  signals,
  headlineStatistic,
  statistics,
}: Panel): Pick<AnswerSeries, "signal" | "statistic"> {
  return {
    signal: assertPresent(signals[0], "a panel has a signal"),
    statistic: headlineStatistic ?? assertPresent(statistics[0], "a panel has a statistic"),
  };
}

/** Creates the band of usual ranges over `timesSec`. Each point has the range of the hour that it ends in. */
export function createUsualBand(
  panel: Panel,
  { hours, excludedHourCount }: Pick<KnownUsualRange, "hours" | "excludedHourCount">,
  timesSec: readonly number[],
): UsualBand | undefined {
  const last = hours.at(-1);
  if (last === undefined) return undefined;
  const { unit, label } = signalDefinition(getUsualRangeStatistic(panel).signal);
  const factor = displayFactor(unit, panel.displayUnit);
  const byHour = new Map(hours.map(({ startMs, range }) => [startMs / hourMs, range]));
  // A point at a full hour describes the hour before.
  const ranges = timesSec.map((timeSec) => byHour.get(Math.ceil((timeSec * 1_000) / hourMs) - 1));
  const columnOf = (side: "lower" | "upper"): (number | null)[] =>
    ranges.map((range) => {
      const limits = range === undefined ? null : limitsOf(range);
      return limits === null ? null : limits[side] * factor;
    });
  const subject = panel.signals.length > 1 ? ` of ${label}` : "";
  return {
    lower: columnOf("lower"),
    upper: columnOf("upper"),
    learning: ranges.map((range) => (range?.kind === "learning" ? learningText(range) : null)),
    text: `${rangeText(last.range, { unit, displayUnit: panel.displayUnit, subject })}${excludedHoursText(last.range, excludedHourCount)}`,
    isLearning: last.range.kind === "learning",
  };
}

/** No measured value is below 0. */
function limitsOf(range: Range): { readonly lower: number; readonly upper: number } | null {
  const band = range.kind === "learning" ? range.band : range;
  return band === null ? null : { lower: Math.max(0, band.lower), upper: band.upper };
}

interface RangeTextOptions {
  readonly unit: Unit;
  readonly displayUnit: DisplayUnit;
  readonly subject: string;
}

function rangeText(range: Range, { subject, ...units }: RangeTextOptions): string {
  return range.kind === "learning"
    ? learningText(range)
    : `usual range${subject} ${formatUsualBounds(range, units)}`;
}

/** Mentions excluded hours while the range is being learned, because they extend the learning time. */
function excludedHoursText({ kind }: Range, excludedHourCount: number): string {
  return kind === "learning" && excludedHourCount > 0
    ? `; ${formatCount(excludedHourCount)}${thinSpace}h excluded (marked windows and deploys)`
    : "";
}

function learningText({ n, required, otherLoadCount }: Extract<Range, { kind: "learning" }>): string {
  return `usual range: learning, ${n} of ${required} hours${otherLoadCount ? " at this load" : ""}`;
}
