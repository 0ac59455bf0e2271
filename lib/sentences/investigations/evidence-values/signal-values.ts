/** Main values of stored signals, correlations, the Overview and data checks, one sentence each. */
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { absenceTitle } from "@/lib/format/absence";
import { countWithNoun } from "@/lib/format/agreement";
import { formatBucket, formatCount, formatQuantileWithUnit, formatWithUnit } from "@/lib/format/number";
import { toSentence } from "@/lib/format/sentence";
import { sentenceText } from "@/lib/format/sentence-text";
import { formatSeriesName } from "@/lib/format/series-name";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import type { Reading } from "@/lib/model/reading";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { findAxisSeries } from "@/lib/sentences/signals/correlation/axis-series";
import { createPair } from "@/lib/sentences/signals/correlation/pair";
import { describePair } from "@/lib/sentences/signals/correlation/pair-text";
import { describeSignalCounts, listMissingSignals } from "@/lib/sentences/signals/data-check-text";
import { displayUnitOf } from "@/lib/sentences/signals/series-unit";

type DataOf<E extends EvidenceData["endpoint"]> = Extract<EvidenceData, { endpoint: E }>;

/** Returns the range and the last five minutes of each line, with n. */
export function listSignalsValues({ series }: Pick<Answer, "series">): readonly string[] {
  return series.map(describeSeries);
}

function describeSeries(series: AnswerSeries): string {
  const name = formatSeriesName(series);
  const values = series.values.filter((value) => value !== null);
  if (values.length === 0) return `${name}: no values. ${describeReading(series.headline, series)}`;
  const inUnit = (value: number): string => formatWithUnit(value, series.unit, displayUnitOf(series));
  const lowest = values.reduce((one, other) => Math.min(one, other));
  const highest = values.reduce((one, other) => Math.max(one, other));
  return `${name}: ${inUnit(lowest)} to ${inUnit(highest)} in ${countWithNoun(values.length, "point")}. At the end of the window: ${describeReading(series.headline, series)}`;
}

/** Returns the value with its bucket and n, or why there is none. */
function describeReading(reading: Reading, series: Pick<AnswerSeries, "signal" | "unit">): string {
  if (reading.kind === "absent") return toSentence(`${absenceTitle(reading.reason)}. ${reading.detail}`);
  const unit = displayUnitOf(series);
  const { value, lower, upper, n } = reading;
  const bucket =
    lower === undefined || upper === undefined
      ? ""
      : `, bucket ${formatBucket({ lower, upper }, series.unit, unit).replace(/^in /, "")}`;
  const range = lower === undefined ? null : { lower, upper: upper ?? null };
  return `${formatQuantileWithUnit(value, range, series.unit, unit)}${bucket}${n === undefined ? "" : `, n = ${formatCount(n)}`}.`;
}

/** Returns the sentence, groups and coefficients with intervals and n, the ranges of both signals, and the warnings. */
export function listCorrelationValues({ x, y, relation }: DataOf<"correlation">): readonly string[] {
  const pair = createPair(x, y);
  if (pair === null) return [];
  const { sentence, facts, warnings } = describePair(relation, pair, "UTC");
  return [
    sentence,
    ...facts.map(([name, value]) => `${name}: ${value}`),
    ...[y, x].flatMap((answer) => {
      const series = findAxisSeries(answer);
      return series === undefined ? [] : [describeSeries(series)];
    }),
    ...warnings,
    "Intervals are 95 % confidence intervals. Correlation does not imply causation.",
  ];
}

const overviewReadings = [
  ["ttftP95", "TTFT p95", "ttft"],
  ["tpotP95", "TPOT p95", "tpot"],
  ["requestRate", "requests", "requests"],
  ["outputTokenRate", "output", "output-tokens"],
  ["waiting", "waiting", "waiting"],
  ["kvUsage", "KV cache", "kv-usage"],
] as const satisfies readonly (readonly [string, string, SignalId])[];

/** Returns the sums over all deployments, and the status, the sentence and the values of each deployment. */
export function listOverviewValues({ fleet }: DataOf<"overview">): readonly string[] {
  return [
    sentenceText(fleet.headline),
    describeFleet(fleet.fleet),
    ...fleet.deployments.map((row) => {
      if (row.state !== "judged") return `${row.slug}: no status, because its data were not read.`;
      const values = overviewReadings.flatMap(([key, name, signal]) => {
        const reading = row.readings[key];
        if (reading.kind === "absent") return [];
        const { unit, displayUnit } = signalDefinition(signal);
        const n = reading.n === undefined ? "" : ` (n = ${formatCount(reading.n)})`;
        const { value, lower, upper = null } = reading;
        const bucket = lower === undefined ? null : { lower, upper };
        return [`${name} ${formatQuantileWithUnit(value, bucket, unit, displayUnit)}${n}`];
      });
      return `${row.slug}: ${row.status.label}. ${sentenceText(row.sentence)} ${values.join(", ")}`.trimEnd();
    }),
  ];
}

const fleetReadings = [
  ["requestRate", "requests", "requests-per-second", "req/s"],
  ["outputTokenRate", "output", "tokens-per-second", "tokens/s"],
  ["running", "running", "requests", "requests"],
  ["waiting", "waiting", "requests", "requests"],
  ["errorRatio", "errors", "ratio", "%"],
  ["abortRatio", "aborts", "ratio", "%"],
] as const;

/** Describes the sums over all deployments with n, or states that they are missing. */
function describeFleet(fleet: DataOf<"overview">["fleet"]["fleet"]): string {
  const sums = fleetReadings.flatMap(([key, name, unit, displayUnit]) => {
    const reading = fleet[key];
    return reading.kind === "absent" ? [] : [`${name} ${formatWithUnit(reading.value, unit, displayUnit)}`];
  });
  if (sums.length === 0) return "All deployments: no sums.";
  const n = fleet.n === null ? "" : `, n = ${countWithNoun(fleet.n, "request")}`;
  return `All deployments: ${sums.join(", ")}${n}.`;
}

/** Returns how many signals have data, and the signals without data with their reasons. */
export function listDataCheckValues({ check }: DataOf<"data-check">): readonly string[] {
  const { first, rest } = describeSignalCounts(check);
  return [
    `${first} ${rest}`,
    ...listMissingSignals(check).map(({ title, reason }) => `${title}: no data. ${reason}`),
  ];
}
