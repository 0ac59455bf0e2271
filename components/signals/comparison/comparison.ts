/** Compares a panel's headline value in two windows. */
import type { AnswerSeries, ExcludedTime, WindowSummary } from "@/lib/model/answer";
import { signalDefinition } from "@/lib/model/signals/signals";
import { compareWindows, type WindowComparison } from "@/lib/analysis/statistics/compare-windows";
import type { WindowLoad } from "@/lib/analysis/statistics/verdict/load";
import type { WindowSpread } from "@/lib/analysis/statistics/verdict/margin";
import {
  excludedTimeTexts,
  meanDifferenceText,
  windowDifferenceText,
} from "@/lib/sentences/signals/window-difference-text";
import type { Panel } from "@/components/signals/panels/panels";

/** Series of a panel in both windows, with their loads. */
export interface ComparedRows {
  readonly before: readonly AnswerSeries[];
  readonly after: readonly AnswerSeries[];
  /** Length of each window. */
  readonly windowMs: number;
  readonly label: string;
  /** Mean lengths of prompts and outputs in each window, if they are known. */
  readonly loads?: { readonly before: WindowLoad; readonly after: WindowLoad };
  /** Mean number of ready instances in each window; null or undefined if it is unknown. */
  readonly readyInstances?: {
    readonly before: number | null | undefined;
    readonly after: number | null | undefined;
  };
  /** Returns how much a row varies between windows of this length at equal load; undefined if it is unknown. */
  readonly findWindowSpread?: (row: Pick<AnswerSeries, "signal" | "statistic">) => WindowSpread | undefined;
  /** Time excluded from each window by event markers. */
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
      isPerInstance: knownInstances(rows) !== undefined,
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
}

function compareRows(panel: Panel, rows: ComparedRows, main: AnswerSeries): RowComparison {
  const before = rowOf(panel, rows.before, main.statistic)?.windowSummary ?? undefined;
  const after = main.windowSummary ?? undefined;
  const load = loadOf(panel, rows);
  const spread = rows.findWindowSpread?.(main);
  const comparison = compareWindows({
    before,
    after,
    better: signalDefinition(main.signal).better,
    ...(load === undefined ? {} : { load }),
    ...(spread === undefined ? {} : { spread }),
  });
  return { before, after, comparison };
}

/**
 * Returns the load of both windows for latency panels, because latencies are judged at equal load. Undefined for other
 * panels: request characteristics do not depend on load. The request rate is that of the panel's observations per
 * ready instance, or over all instances if their number is unknown in one of the windows.
 */
function loadOf(panel: Panel, rows: ComparedRows) {
  const { before, after, windowMs, excludedTime, loads } = rows;
  const instances = knownInstances(rows);
  if (panel.headlineStatistic === undefined || panel.section !== "Latency") return undefined;
  const rateOf = (series: readonly AnswerSeries[], out: ExcludedTime | undefined): number | null => {
    const n = rowOf(panel, series, panel.headlineStatistic)?.windowSummary?.n;
    const seconds = countedMs(windowMs, out) / 1_000;
    return n === undefined || !(seconds > 0) ? null : n / seconds;
  };
  const perInstance = (rate: number | null, instanceCount = 1): number | null =>
    rate === null ? null : rate / instanceCount;
  return {
    before: {
      ...loads?.before,
      requestsPerInstance: perInstance(rateOf(before, excludedTime?.before), instances?.before),
    },
    after: {
      ...loads?.after,
      requestsPerInstance: perInstance(rateOf(after, excludedTime?.after), instances?.after),
    },
  };
}

/** Returns the numbers of ready instances; undefined unless both are known. */
function knownInstances({ readyInstances }: ComparedRows) {
  const { before = null, after = null } = readyInstances ?? {};
  return before === null || after === null || !(before > 0 && after > 0) ? undefined : { before, after };
}
