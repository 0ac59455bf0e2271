import type { Answer, AnswerSeries } from "@/lib/model/answer";
import { absenceLabel } from "@/lib/format/absence";
import { formatCount, formatQuantileWithUnit } from "@/lib/format/number";
import { formatDateTime, needsSeconds } from "@/lib/format/time";
import { findBucketAt } from "@/components/charts/prepare/bucket-at";
import { signalDefinition } from "@/lib/model/signals/signals";
import { formatSeriesName } from "@/lib/format/series-name";
import { ScrolledTable } from "./scrolled-table";

interface PanelTableProps {
  readonly title: string;
  readonly answer: Answer;
  readonly height: number;
  /** Sentence about values that are equal at all times, such as the baseline. */
  readonly note?: string | undefined;
}

/** Drawn values as a table, newest first. A missing value shows its reason. */
export function PanelTable({ title, answer, height, note }: PanelTableProps) {
  const rows = Array.from({ length: answer.pointCount }, (_, index) => answer.pointCount - 1 - index);
  const [counts] = answer.counts;
  // Points are multiples of the step.
  const withSeconds = needsSeconds(answer.stepMs);
  const columns = [...answer.series.map(formatSeriesName), ...(counts === undefined ? [] : ["n"])];
  return (
    <ScrolledTable label={`${title}, table`} caption={title} height={height} columns={columns}>
      {note !== undefined && (
        <tr className="border-t border-rule">
          <td colSpan={columns.length + 1} className="px-2 py-0.5 text-ink-2">
            {note}
          </td>
        </tr>
      )}
      {rows.map((index) => (
        <tr key={index} className="border-t border-rule">
          <td className="px-2 py-0.5 whitespace-nowrap">
            {formatDateTime(answer.startMs + index * answer.stepMs, "UTC", withSeconds)}
          </td>
          {answer.series.map((series) => (
            <td key={formatSeriesName(series)} className="px-2 py-0.5 text-right whitespace-nowrap">
              {cellText(series, index)}
            </td>
          ))}
          {counts !== undefined && <td className="px-2 py-0.5 text-right">{countText(counts.n[index])}</td>}
        </tr>
      ))}
    </ScrolledTable>
  );
}

function countText(n: number | null | undefined): string {
  return n === null || n === undefined ? "" : formatCount(n);
}

function cellText(series: AnswerSeries, index: number): string {
  const value = series.values[index];
  if (value === null || value === undefined) {
    const range = series.absence.find(([from, to]) => index >= from && index <= to);
    return range === undefined ? "" : absenceLabel(range[2]);
  }
  const displayUnit = series.unit === "ratio" ? "%" : signalDefinition(series.signal).displayUnit;
  return formatQuantileWithUnit(value, findBucketAt(series, index), series.unit, displayUnit);
}
