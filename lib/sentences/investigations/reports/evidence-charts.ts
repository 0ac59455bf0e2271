/** Charts of the stored answers of a report: time series of signals, and the sides of a comparison. */
import type { ComparedRowEntry, ComparisonEntry } from "@/lib/contracts/comparisons";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { countWithNoun } from "@/lib/format/agreement";
import { formatElapsed } from "@/lib/format/elapsed";
import { formatWithUnit } from "@/lib/format/number";
import { formatSeriesName } from "@/lib/format/series-name";
import type {
  ChartBlock,
  IntervalsFigure,
  LinesFigure,
  ReportBlock,
  ReportTable,
} from "@/lib/model/investigation/reports/report";
import { signalDefinition } from "@/lib/model/signals/signals";
import { valueChangeText, nameStatistic, verdictTitles } from "@/lib/sentences/comparisons/statistic-text";
import { displayUnitOf } from "@/lib/sentences/signals/series-unit";
import { intervalsTable } from "./interval-charts";
import { textBlock, writeTime, type ReportContext } from "./report-context";

/** More lines cannot be distinguished in print. */
const maxSeries = 6;
/** Rows of the table below a time series. */
const maxTableRows = 24;

type SignalsAnswer = Extract<EvidenceData, { endpoint: "signals" }>["answer"];
type Series = SignalsAnswer["series"][number];

/** Returns the charts of stored evidence. Empty for data of other endpoints. */
export function evidenceCharts(data: EvidenceData, context: ReportContext): readonly ReportBlock[] {
  switch (data.endpoint) {
    case "signals":
      return signalCharts(data.answer, context);
    case "comparison":
      return comparisonCharts(data.comparison);
    default:
      return [];
  }
}

/** Returns one chart per unit, because an axis has one unit. */
function signalCharts(answer: SignalsAnswer, context: ReportContext): readonly ReportBlock[] {
  const byUnit = Map.groupBy(answer.series, ({ unit }) => unit);
  return [...byUnit.values()].flatMap((series) => seriesChart(answer, series, context));
}

function seriesChart(
  { startMs, stepMs }: SignalsAnswer,
  series: readonly Series[],
  context: ReportContext,
): readonly ReportBlock[] {
  const [first] = series;
  if (first === undefined) return [];
  const drawn = series.slice(0, maxSeries);
  const figure: LinesFigure = {
    kind: "lines",
    unit: first.unit,
    displayUnit: displayUnitOf(first),
    startMs,
    stepMs,
    series: drawn.map((one) => ({ name: formatSeriesName(one), values: one.values })),
  };
  const title = [...new Set(series.map(({ signal }) => signalDefinition(signal).title))].join(", ");
  const omittedCount = series.length - drawn.length;
  const chart: ChartBlock = {
    kind: "chart",
    title,
    description: drawn.map((one) => describeSeries(one, figure)).join(" "),
    figure,
    table: linesTable(figure, title, context),
  };
  if (omittedCount === 0) return [chart];
  return [
    chart,
    textBlock(`${countWithNoun(omittedCount, "further line is", "further lines are")} not drawn.`),
  ];
}

/** Returns the range of a line: "TTFT p95: 0.31 s to 1.20 s, last 0.42 s." */
function describeSeries(series: Series, { unit, displayUnit }: LinesFigure): string {
  const values = series.values.filter((value) => value !== null);
  const name = formatSeriesName(series);
  const last = values.at(-1);
  if (last === undefined) return `${name}: no values.`;
  const inUnit = (value: number): string => formatWithUnit(value, unit, displayUnit);
  const lowest = values.reduce((one, other) => Math.min(one, other));
  const highest = values.reduce((one, other) => Math.max(one, other));
  return `${name}: ${inUnit(lowest)} to ${inUnit(highest)}, last ${inUnit(last)}.`;
}

/** Returns the values at equal distances, so that the table is short enough to print. */
function linesTable(
  { series, startMs, stepMs, unit, displayUnit }: LinesFigure,
  title: string,
  context: ReportContext,
): ReportTable {
  const pointCount = Math.max(0, ...series.map(({ values }) => values.length));
  const stride = Math.max(1, Math.ceil(pointCount / maxTableRows));
  const indices = Array.from({ length: Math.ceil(pointCount / stride) }, (_, row) => row * stride);
  const distance = stride === 1 ? "" : `, every ${formatElapsed(stride * stepMs)}`;
  return {
    caption: `${title}${distance}`,
    columns: ["Time", ...series.map(({ name }) => name)],
    rows: indices.map((index) => [
      writeTime(startMs + index * stepMs, context),
      ...series.map(({ values }) => {
        const value = values[index];
        return value === null || value === undefined ? "–" : formatWithUnit(value, unit, displayUnit);
      }),
    ]),
  };
}

/** Rows of a comparison that have a chart. The table contains all rows. */
const maxComparedCharts = 3;

function comparisonCharts({ result }: ComparisonEntry): readonly ReportBlock[] {
  if (result === null) return [];
  const measured = result.rows.filter(
    ({ before, after }) => before.kind === "present" && after.kind === "present",
  );
  return [
    {
      kind: "table",
      caption: "Compared values",
      columns: ["Value", "Before and after", "Verdict"],
      rows: result.rows.map((row) => [
        nameStatistic(row),
        valueChangeText(row) || "–",
        verdictTitles[row.verdict],
      ]),
    },
    ...measured.slice(0, maxComparedCharts).map(comparedChart),
  ];
}

function comparedChart(row: ComparedRowEntry): ChartBlock {
  const sides = [
    ["Before", row.before],
    ["After", row.after],
  ] as const;
  const figure: IntervalsFigure = {
    kind: "intervals",
    unit: row.unit,
    displayUnit: row.displayUnit,
    limit: null,
    rows: sides.flatMap(([name, side]) =>
      side.kind === "absent" ? [] : [{ name, value: side.value, lower: side.lower, upper: side.upper }],
    ),
  };
  const title = nameStatistic(row);
  return {
    kind: "chart",
    title,
    description: `Values with their intervals: ${valueChangeText(row)}. Verdict: ${verdictTitles[row.verdict]}.`,
    figure,
    table: intervalsTable(figure, title),
  };
}
