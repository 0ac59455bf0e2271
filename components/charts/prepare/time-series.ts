/**
 * Converts an answer to chart data: arrays in the display unit, in a fixed order, with widths and colours by the kind
 * of series. A missing value is null, and no line crosses it.
 */
import type { Answer, AnswerSeries, SplitGroup } from "@/lib/model/answer";
import type { AbsenceReason } from "@/lib/model/reading";
import { signalDefinition } from "@/lib/model/signals/signals";
import type { DisplayUnit } from "@/lib/model/units";
import { needsLogarithmicScale } from "@/lib/model/signals/logarithmic-range";
import { displayFactor, formatBucketEdge } from "@/lib/format/number";
import { shortenNamesBeforeNumbers } from "./distinctive-names";
import { assignSplitColours } from "./identity-colours";
import { formatGroupName } from "@/lib/format/series-name";

/** Series that a row draws, for the tooltip. Only series of a signals answer have more than a unit. */
export type RowSeries = Pick<AnswerSeries, "unit"> & Partial<AnswerSeries>;

/** Line, bar series or area of a chart. Arrays have one element per point, in the display unit. */
export interface DrawnRow {
  readonly key: string;
  readonly label: string;
  /** Token of the line's colour. */
  readonly colour: string;
  readonly width: number;
  readonly dash: readonly number[];
  readonly isHeadline: boolean;
  /** True for the unexplained share, which is hatched. */
  readonly isHatched?: boolean;
  readonly values: readonly (number | null)[];
  /** Bounds of the histogram bucket that contains each percentile. Null for other statistics. */
  readonly bucketLower: readonly (number | null)[] | null;
  readonly bucketUpper: readonly (number | null)[] | null;
  readonly n: readonly (number | null)[] | null;
  readonly series: RowSeries;
}

/** Consecutive points without values, with the reason. Both indexes are inclusive. */
export interface SeriesGap {
  readonly fromIndex: number;
  readonly toIndex: number;
  readonly reason: AbsenceReason;
}

/** Values of the headline statistic in the comparison window, one for each point of the displayed window. */
export interface ComparisonLine {
  /** Name of the comparison window, such as "the previous 6 h". */
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** Distance in time between a point of this window and its counterpart. */
  readonly shiftMs: number;
}

/** Value of a stored baseline, equal at every point, in the display unit. */
export interface BaselineLevel {
  /** Name with its age, such as "baseline Before the upgrade, 3 d old". */
  readonly label: string;
  readonly value: number;
  /** 95 % interval; null without one. Its upper end is null if it is unbounded. */
  readonly interval: { readonly lower: number; readonly upper: number | null } | null;
  /** Value and interval with their unit, for text. */
  readonly text: string;
}

/** Usual range at each point, or the expected error of its value. */
export interface UsualBand {
  /** Name in the tooltip; "usual range" if absent. */
  readonly name?: string;
  readonly lower: readonly (number | null)[];
  readonly upper: readonly (number | null)[];
  /** Learning progress at points where the range is not known yet. */
  readonly learning: readonly (string | null)[];
  /** The current usual range, or the learning progress. */
  readonly text: string;
  /** True if `text` describes the learning progress. */
  readonly isLearning: boolean;
}

/** Data of a time chart. */
export interface PreparedSeries {
  readonly timesSec: readonly number[];
  readonly rows: readonly DrawnRow[];
  /** Upper edge of each row. Absent if the rows are not stacked. */
  readonly stackTops?: readonly (readonly (number | null)[])[];
  readonly displayUnit: DisplayUnit;
  readonly isLogarithmic: boolean;
  /** Value in the display unit. Null if no limit is drawn. */
  readonly limit: { readonly value: number; readonly label: string } | null;
  /** Ranges in which no row has a value. */
  readonly gaps: readonly SeriesGap[];
  readonly stepMs: number;
  readonly rateWindowMs: number;
  /** Values in the display unit. Absent if nothing is compared. */
  readonly comparison?: ComparisonLine;
  readonly usual?: UsualBand;
  readonly baseline?: BaselineLevel;
  /** Sentence of the tooltip about what a click opens. Absent if a click opens nothing. */
  readonly clickText?: string;
}

/** Unit, headline statistic and limit of a chart. */
export interface PrepareOptions {
  readonly displayUnit: DisplayUnit;
  /** Statistic of the thick line. If absent, the first line is thick. */
  readonly headlineStatistic?: string;
  /** Limit in canonical units. Absent if no limit is drawn. */
  readonly limit?: { readonly value: number };
  readonly mayBeLogarithmic?: boolean;
}

const quantileColours: Readonly<Record<string, string>> = { p50: "q50", p90: "q90", p95: "q95", p99: "q99" };
const order = ["p99", "p95", "p90", "mean", "p50"];

/** Converts an answer to the rows of a line or bar chart. */
export function prepareTimeSeries(answer: Answer, options: PrepareOptions): PreparedSeries {
  const { startMs, stepMs, pointCount } = answer;
  const timesSec = Array.from({ length: pointCount }, (_, index) => (startMs + index * stepMs) / 1000);
  const sorted = answer.series.toSorted((a, b) => rankStatistic(a) - rankStatistic(b));
  const rows = sorted.map((series, index) => toRow(series, index, answer, options));
  return {
    timesSec,
    rows,
    displayUnit: options.displayUnit,
    isLogarithmic:
      options.mayBeLogarithmic === true && needsLogarithmicScale(rows.flatMap(({ values }) => values)),
    limit:
      options.limit === undefined
        ? null
        : drawnLimit(options.limit.value * factorOf(sorted[0], options.displayUnit)),
    gaps: commonGaps(sorted, pointCount),
    stepMs,
    rateWindowMs: answer.rateWindowMs,
  };
}

function rankStatistic({ statistic }: AnswerSeries): number {
  return order.indexOf(statistic);
}

function drawnLimit(value: number): NonNullable<PreparedSeries["limit"]> {
  return { value, label: `limit ${formatBucketEdge(value)}` };
}

function factorOf(series: AnswerSeries | undefined, displayUnit: DisplayUnit): number {
  return series === undefined ? 1 : displayFactor(series.unit, displayUnit);
}

function toRow(series: AnswerSeries, index: number, answer: Answer, options: PrepareOptions): DrawnRow {
  const factor = factorOf(series, options.displayUnit);
  const scale = (column: readonly (number | null)[]): (number | null)[] =>
    column.map((value) => (value === null ? null : value * factor));
  const isQuantile = series.statistic in quantileColours;
  const isMean = series.statistic === "mean";
  const isHeadline =
    options.headlineStatistic === undefined ? index === 0 : series.statistic === options.headlineStatistic;
  const hasSeveralSignals = new Set(answer.series.map((one) => one.signal)).size > 1;
  return {
    key: JSON.stringify([series.signal, series.statistic, series.group ?? null]),
    ...(series.group === undefined
      ? {
          label: hasSeveralSignals
            ? signalDefinition(series.signal).label
            : isQuantile || isMean
              ? series.statistic
              : signalDefinition(series.signal).label,
          colour: quantileColours[series.statistic] ?? (isMean ? "ink-3" : `id-${(index % 8) + 1}`),
          width: isHeadline ? 2 : 1.25,
          dash: isMean ? [2, 3] : [],
          isHeadline,
        }
      : splitStyle(series, series.group, {
          hasSeveralSignals,
          colours: assignSplitColours(answer),
          names: shortNames(answer),
        })),
    values: scale(series.values),
    bucketLower: series.lower === undefined ? null : scale(series.lower),
    bucketUpper: series.upper === undefined ? null : scale(series.upper),
    n: answer.counts.find((count) => count.signal === series.signal)?.n ?? null,
    series,
  };
}

/** Returns the style of a split row: one colour per named value, and a muted line for the rest. */
function splitStyle(
  series: AnswerSeries,
  group: SplitGroup,
  { hasSeveralSignals, colours, names }: SplitStyleInput,
) {
  const name = (group.kind === "value" && names.get(group.value)) || formatGroupName(group);
  return {
    label: hasSeveralSignals ? `${name} ${signalDefinition(series.signal).label}` : name,
    colour: (group.kind === "value" && colours.get(group.value)) || "ink-3",
    width: 1.25,
    dash: group.kind === "rest" ? [2, 3] : [],
    isHeadline: false,
  };
}

interface SplitStyleInput {
  readonly hasSeveralSignals: boolean;
  readonly colours: ReadonlyMap<string, string>;
  /** Shortened names of the values. */
  readonly names: ReadonlyMap<string, string>;
}

function shortNames({ series }: Answer): ReadonlyMap<string, string> {
  const values = series.flatMap(({ group }) => (group?.kind === "value" ? [group.value] : []));
  const short = shortenNamesBeforeNumbers(values);
  return new Map(values.map((value, index) => [value, short[index] ?? value]));
}

function commonGaps(series: readonly AnswerSeries[], pointCount: number): readonly SeriesGap[] {
  const [first] = series;
  if (first === undefined) return [];
  const isEmpty = (index: number): boolean =>
    index < pointCount && series.every((one) => (one.values[index] ?? null) === null);
  return first.absence.flatMap(([fromIndex, toIndex, reason]) => {
    const gaps: { fromIndex: number; toIndex: number; reason: AbsenceReason }[] = [];
    for (let index = fromIndex; index <= toIndex; index += 1) {
      const last = gaps.at(-1);
      if (!isEmpty(index)) continue;
      if (last?.toIndex === index - 1) last.toIndex = index;
      else gaps.push({ fromIndex: index, toIndex: index, reason });
    }
    return gaps;
  });
}
