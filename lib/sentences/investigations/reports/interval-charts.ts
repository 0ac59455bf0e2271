/** Charts of values with their intervals in a report. */
import { formatWithUnit } from "@/lib/format/number";
import type { ChartBlock, IntervalsFigure, ReportTable } from "@/lib/model/investigation/reports/report";
import { minRelativeChange } from "@/lib/sentences/comparisons/statistic-text";

interface NamedChange {
  readonly name: string;
  /** Relative change with its interval; null is unbounded. */
  readonly change: {
    readonly value: number;
    readonly lower: number | null;
    readonly upper: number | null;
  } | null;
}

/** Returns the chart of relative changes with their intervals; null if nothing has a change. */
export function changeChart(
  title: string,
  changes: readonly NamedChange[],
  sentence?: string,
): ChartBlock | null {
  const figure: IntervalsFigure = {
    kind: "intervals",
    unit: "ratio",
    displayUnit: "%",
    limit: { name: "No change", value: 0 },
    rows: changes.flatMap(({ name, change }) => (change === null ? [] : [{ name, ...toPossible(change) }])),
  };
  if (figure.rows.length === 0) return null;
  const start = "Relative changes with their intervals.";
  return {
    kind: "chart",
    title,
    description: sentence === undefined ? start : `${start} ${sentence}`,
    figure,
    table: intervalsTable(figure, title),
  };
}

function toPossible({ value, lower, upper }: NonNullable<NamedChange["change"]>) {
  const limit = (end: number | null): number | null =>
    end === null ? null : Math.max(end, minRelativeChange);
  return { value, lower: limit(lower), upper: limit(upper) };
}

/** Returns the table of the drawn values of an interval chart. */
export function intervalsTable(
  { unit, displayUnit, rows, limit }: IntervalsFigure,
  caption: string,
): ReportTable {
  const inUnit = (value: number | null): string =>
    value === null ? "no limit" : formatWithUnit(value, unit, displayUnit);
  return {
    caption,
    columns: ["", "Value", "From", "To"],
    rows: [
      ...rows.map(({ name, value, lower, upper }) => [name, inUnit(value), inUnit(lower), inUnit(upper)]),
      ...(limit === null ? [] : [[limit.name, inUnit(limit.value), "", ""]]),
    ],
  };
}
