/** With which window the shown one is compared, and the difference between the two in words. */
import type { AnswerSeries, WholeWindow } from "@/lib/model/answer";
import { signalDefinition } from "@/lib/model/signals";
import type { TimeWindow } from "@/lib/model/time-window";
import { compareWindows, type Doubt, type WindowComparison } from "@/lib/analysis/statistics/compare-windows";
import { formatBucket, formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatDateTime, formatSpan } from "@/lib/format/time";
import type { Panel } from "./panels";

export interface ComparedWindow {
  readonly window: TimeWindow;
  /** How far before a point of the shown window its counterpart lies. */
  readonly shiftMs: number;
  /** "the previous 6 h", within a sentence. */
  readonly label: string;
}

const minuteMs = 60_000;
const weekMs = 7 * 86_400_000;
const alignmentsInWindow = 100;

/**
 * Window of the same length that `comparison` (of the URL) means. It moves in hundredths of its length, so that a past window
 * is not read anew with every refresh. Null when it is no comparison, or overlaps what it would be compared with.
 */
export function comparedWindow(
  shown: TimeWindow,
  comparison: string | null,
  timeZone: string,
): ComparedWindow | null {
  if (comparison === null) return null;
  const lengthMs = shown.endMs - shown.startMs;
  const span = formatSpan(lengthMs);
  if (/^\d+$/.test(comparison)) {
    const startMs = Number(comparison);
    if (startMs + lengthMs > shown.startMs) return null;
    return {
      window: { startMs, endMs: startMs + lengthMs },
      shiftMs: shown.startMs - startMs,
      label: `the ${span} from ${formatDateTime(startMs, timeZone)}`,
    };
  }
  const shiftMs = comparison === "weekday" ? weekMs : lengthMs;
  if (shiftMs < lengthMs) return null;
  const grainMs = Math.max(1, Math.round(lengthMs / alignmentsInWindow / minuteMs)) * minuteMs;
  const startMs = Math.floor((shown.startMs - shiftMs) / grainMs) * grainMs;
  return {
    window: { startMs, endMs: startMs + lengthMs },
    shiftMs,
    label: comparison === "weekday" ? `the same ${span} last week` : `the previous ${span}`,
  };
}

export interface ComparedRows {
  readonly before: readonly AnswerSeries[];
  readonly after: readonly AnswerSeries[];
  /** Length of either window. */
  readonly lengthMs: number;
  readonly label: string;
}

/** The panel's headline in both windows in a sentence; of a quantile that its buckets blur, the mean beside it. */
export function differenceText(panel: Panel, rows: ComparedRows): string {
  const main = rowOf(panel, rows.after, panel.headline);
  if (main === undefined) return "";
  const told = compareRows(panel, rows, main);
  const parts = [sentenceOf(panel, rows, { main, ...told })];
  const mean = rowOf(panel, rows.after, "mean");
  if (told.comparison.doubt?.kind === "bucket-resolution" && mean !== undefined && mean !== main) {
    const { comparison } = compareRows(panel, rows, mean);
    if (comparison.change !== null)
      parts.push(`mean ${changeText(comparison.change)}${verdictText(comparison)}`);
  }
  return `${parts.join("; ")}.`;
}

function rowOf(
  panel: Panel,
  series: readonly AnswerSeries[],
  statistic: string | undefined,
): AnswerSeries | undefined {
  const own = series.filter(({ signal }) => signal === panel.signals[0]);
  return statistic === undefined ? own[0] : own.find((row) => row.statistic === statistic);
}

interface ToldRows {
  readonly before: WholeWindow | undefined;
  readonly after: WholeWindow | undefined;
  readonly comparison: WindowComparison;
}

function compareRows(panel: Panel, rows: ComparedRows, main: AnswerSeries): ToldRows {
  const before = rowOf(panel, rows.before, main.statistic)?.whole ?? undefined;
  const after = main.whole ?? undefined;
  const load = loadOf(panel, rows);
  const comparison = compareWindows({
    before,
    after,
    better: signalDefinition(main.signal).better,
    ...(load === undefined ? {} : { load }),
  });
  return { before, after, comparison };
}

/** A latency is judged at equal load: observations of its quantile per second. What requests look like does not hang on it. */
function loadOf(panel: Panel, { before, after, lengthMs }: ComparedRows) {
  if (panel.headline === undefined || panel.section !== "Latency") return undefined;
  const [left, right] = [before, after].map((series) => rowOf(panel, series, panel.headline)?.whole?.n);
  if (left === undefined || right === undefined) return undefined;
  const seconds = lengthMs / 1_000;
  return { before: left / seconds, after: right / seconds };
}

function sentenceOf(
  panel: Panel,
  { label, lengthMs }: ComparedRows,
  { main, before, after, comparison }: ToldRows & { readonly main: AnswerSeries },
): string {
  const name = panel.headline ?? signalDefinition(main.signal).label;
  if (after === undefined) return `${name}: too few numbers in this window to compare`;
  const value = `${name} ${formatWithUnit(after.value, main.unit, panel.displayUnit)} over ${formatSpan(lengthMs)}`;
  if (before === undefined) return `${value}; too few numbers in ${label} to compare`;
  const { verdict, change, doubt } = comparison;
  if (change === null) return `${value}; ${label} had 0: no ratio to tell`;
  if (verdict === "same") return `${value}, the same as ${label} within ${percent(comparison.margin)}`;
  const told = `${value}, ${changeText(change)} ${label}`;
  if (doubt === null) return `${told}${verdictText(comparison)}`;
  return `${told}; cannot tell: ${doubtText(doubt, { main, panel, before, after })}`;
}

function verdictText({ verdict }: WindowComparison): string {
  switch (verdict) {
    case "better":
    case "worse":
      return `: ${verdict}`;
    case "same":
      return ": the same";
    case "different":
      return "";
    case "cannot-tell":
      return ": cannot tell";
  }
}

/** "12 % above"; ten times and more as a factor. */
function changeText(change: number): string {
  if (change >= 9) return `${formatNumber(change + 1)} times`;
  return `${percent(Math.abs(change))} ${change < 0 ? "below" : "above"}`;
}

function percent(ratio: number): string {
  const shown = ratio * 100;
  return `${shown < 10 ? Number(shown.toPrecision(2)) : Math.round(shown)}${thinSpace}%`;
}

interface DoubtContext {
  readonly main: AnswerSeries;
  readonly panel: Panel;
  readonly before: WholeWindow;
  readonly after: WholeWindow;
}

function doubtText(doubt: Doubt, { main, panel, before, after }: DoubtContext): string {
  const inBucket = (bucket: NonNullable<WholeWindow["bucket"]>): string =>
    formatBucket(bucket, main.unit, panel.displayUnit);
  switch (doubt.kind) {
    case "no-number":
    case "no-base":
      return "a number is missing";
    case "load-differs":
      return `load is ${formatNumber(doubt.ratio)} times what it was`;
    case "bucket-resolution": {
      const shared = before.bucket?.lower === after.bucket?.lower ? after.bucket : null;
      return shared === null ? `the bucket of one lies ${inBucket(doubt)}` : `both lie ${inBucket(shared)}`;
    }
    case "few-samples":
      return doubt.further === null
        ? "too few samples"
        : `about ${formatCount(doubt.further)} more samples are needed`;
  }
}
