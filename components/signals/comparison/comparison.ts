/** Compares a panel's headline value in two windows. */
import type { AnswerSeries, ExcludedTime, WindowSummary } from "@/lib/model/answer";
import { signalDefinition } from "@/lib/model/signals/signals";
import { compareWindows, type WindowComparison } from "@/lib/analysis/statistics/compare-windows";
import { createConditions } from "@/lib/analysis/comparisons/statistic-conditions";
import { chooseInstanceCounts, isTotalOfInstances } from "@/lib/model/comparison/instance-counts";
import type { WindowSpread } from "@/lib/analysis/statistics/verdict/margin";
import {
  excludedTimeTexts,
  meanDifferenceText,
  windowDifferenceText,
} from "@/lib/sentences/signals/window-difference-text";
import type { Panel } from "@/components/signals/panels/panels";
import type { ShownLoad } from "./window-load";

/** Series of a panel in both windows, with their loads. */
export interface ComparedRows {
  readonly before: readonly AnswerSeries[];
  readonly after: readonly AnswerSeries[];
  /** Length of each of the two windows. */
  readonly windowMs: number;
  readonly label: string;
  /** Arrivals and mean lengths of prompts and outputs in each window, if they are known. */
  readonly loads?: { readonly before: ShownLoad; readonly after: ShownLoad };
  /** Mean number of ready instances in each window; null or undefined if it is unknown. */
  readonly readyInstances?: {
    readonly before: number | null | undefined;
    readonly after: number | null | undefined;
  };
  /** Returns how much a row varies between windows of this length at equal load; undefined if it is unknown. */
  readonly findWindowSpread?: (row: Pick<AnswerSeries, "signal" | "statistic">) => WindowSpread | undefined;
  /** Time that exclusions remove from each window. If absent, nothing is subtracted. */
  readonly excludedTime?: {
    readonly before: ExcludedTime | undefined;
    readonly after: ExcludedTime | undefined;
  };
}

/**
 * Compares the headline statistic of a panel in both windows, in one sentence. If wide buckets make a
 * percentile inconclusive, it also compares the means.
 */
export function differenceText(panel: Panel, rows: ComparedRows): string {
  const { label, windowMs, excludedTime } = rows;
  const main = rowOf(panel, rows.after, panel.headlineStatistic);
  if (main === undefined) return "";
  const compared = compareRows(panel, rows, main);
  const parts = [
    windowDifferenceText({
      name: panel.headlineStatistic ?? signalDefinition(main.signal).label,
      statistic: main.statistic,
      unit: main.unit,
      displayUnit: panel.displayUnit,
      label,
      windowMs,
      hasLoadPerInstance: knownInstances(rows) !== undefined,
      ...compared,
    }),
  ];
  const mean = rowOf(panel, rows.after, "mean");
  const isBucketTooWide = compared.comparison.inconclusiveReason?.kind === "bucket-resolution";
  if (isBucketTooWide && mean !== undefined && mean !== main) {
    const meanText = meanDifferenceText(compareRows(panel, rows, mean).comparison);
    if (meanText !== null) parts.push(meanText);
  }
  const excludedTexts = excludedTime === undefined ? [] : excludedTimeTexts(excludedTime, label);
  return `${[...parts, ...excludedTexts].join("; ")}.`;
}

/** Returns the window length minus the excluded time. */
function countedMs(windowMs: number, excludedTime: ExcludedTime | undefined): number {
  return excludedTime?.kind === "known" ? Math.max(0, windowMs - excludedTime.durationMs) : windowMs;
}

function rowOf(
  panel: Panel,
  series: readonly AnswerSeries[],
  statistic: string | undefined,
): AnswerSeries | undefined {
  const signalRows = series.filter(({ signal }) => signal === panel.signals[0]);
  return statistic === undefined ? signalRows[0] : signalRows.find((row) => row.statistic === statistic);
}

interface RowComparison {
  readonly before: WindowSummary | undefined;
  readonly after: WindowSummary | undefined;
  readonly comparison: WindowComparison;
  /** The values are per ready instance, because the windows have different numbers of instances. */
  readonly isPerInstance: boolean;
}

/** Compares by the conditions of comparisons and gates. A total of the instances is compared per ready instance. */
function compareRows(panel: Panel, rows: ComparedRows, main: AnswerSeries): RowComparison {
  const { readyInstances, findWindowSpread } = rows;
  const counts = chooseInstanceCounts(readyInstances?.before ?? null, readyInstances?.after ?? null);
  const isPerInstance = counts !== null && isTotalOfInstances(main);
  const before = divideSummary(
    rowOf(panel, rows.before, main.statistic)?.windowSummary,
    isPerInstance ? counts.before : 1,
  );
  const after = divideSummary(main.windowSummary, isPerInstance ? counts.after : 1);
  const conditions = createConditions(
    { load: loadOf(panel, rows), spreadOf: (row) => findWindowSpread?.(row) },
    main,
  );
  return { before, after, comparison: compareWindows({ ...conditions, before, after }), isPerInstance };
}

function divideSummary(
  summary: WindowSummary | null | undefined,
  divisor: number,
): WindowSummary | undefined {
  if (summary === null || summary === undefined || divisor === 1) return summary ?? undefined;
  const { value, lower, upper } = summary;
  return {
    ...summary,
    value: value / divisor,
    lower: lower / divisor,
    upper: upper === null ? null : upper / divisor,
  };
}

/**
 * Returns the load of both windows. The request rate is per ready instance, or over all instances if their number is
 * unknown in one of the windows. If arrivals are not measured, it is the rate of the panel's observations.
 */
function loadOf(panel: Panel, rows: ComparedRows) {
  const { before, after, windowMs, excludedTime, loads } = rows;
  const instances = knownInstances(rows);
  const observedRate = (series: readonly AnswerSeries[], out: ExcludedTime | undefined): number | null => {
    if (panel.headlineStatistic === undefined) return null;
    const n = rowOf(panel, series, panel.headlineStatistic)?.windowSummary?.n;
    const seconds = countedMs(windowMs, out) / 1_000;
    return n === undefined || !(seconds > 0) ? null : n / seconds;
  };
  const arrivals = [loads?.before.requestsPerSecond ?? null, loads?.after.requestsPerSecond ?? null] as const;
  const [was, is] = arrivals.includes(null)
    ? [observedRate(before, excludedTime?.before), observedRate(after, excludedTime?.after)]
    : arrivals;
  const loadIn = (load: ShownLoad | undefined, rate: number | null, instanceCount = 1) => ({
    promptTokens: load?.promptTokens ?? null,
    outputTokens: load?.outputTokens ?? null,
    requestsPerInstance: rate === null ? null : rate / instanceCount,
  });
  return {
    before: loadIn(loads?.before, was, instances?.before),
    after: loadIn(loads?.after, is, instances?.after),
  };
}

/** Returns the numbers of ready instances; undefined unless both are known. */
function knownInstances({ readyInstances }: ComparedRows) {
  const { before = null, after = null } = readyInstances ?? {};
  return before === null || after === null || !(before > 0 && after > 0) ? undefined : { before, after };
}
