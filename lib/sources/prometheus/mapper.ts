/**
 * Converts decoded responses to matrices and vectors. Series are sorted by labels, and series without values are
 * removed, so that a result joined from parts equals a single read.
 */
import type { Grid, InstantVector, Matrix } from "@/lib/model/grid";
import { AppError } from "@/lib/model/app-error";
import { nativeBucketText, nativePartLabel } from "@/lib/model/signals/native-histogram";
import { redactToLine } from "@/lib/base/safe-text";
import type { DecodedResponse } from "./decoded-response";
import { formatLabelKey, type Labels } from "./label-key";
import type { BuildInfoResponse, ResponseEnvelope } from "./wire";

/** Recorded samples of one series. */
export interface SeriesSamples {
  readonly labels: Labels;
  /** Epoch milliseconds, ascending. */
  readonly timesMs: Float64Array;
  readonly values: Float64Array;
}

/** Product that has the Prometheus API. */
export type PrometheusFlavour = "prometheus" | "thanos" | "mimir" | "victoriametrics";

/** Product and version that a Prometheus-compatible server reports. */
export interface BuildInfo {
  /** Null if the server does not report its version. */
  readonly version: string | null;
  readonly flavour: PrometheusFlavour;
}

/**
 * Converts a range response into a matrix whose rows are sorted by labels. Rows without a number are
 * omitted.
 */
export function toMatrix(decoded: DecodedResponse, envelope: ResponseEnvelope, grid: Grid): Matrix {
  const rows = decoded.labels
    .map((labels, row) => ({
      labels,
      values: decoded.values.subarray(row * grid.pointCount, (row + 1) * grid.pointCount),
    }))
    .concat(nativeRows(decoded, grid.pointCount))
    .map((row) => ({ ...row, key: formatLabelKey(row.labels) }))
    .filter(({ values }) => hasNumber(values))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ labels, values }) => ({ labels, values }));
  return { grid, rows, ...notesOf(envelope) };
}

/** Converts an instant response into samples. A value that is not a number is omitted, not 0. */
export function toInstantVector(decoded: DecodedResponse, envelope: ResponseEnvelope): InstantVector {
  const samples = decoded.labels.flatMap((labels, row) => {
    const at = (decoded.rowEnds[row] ?? 0) - 1;
    const hasSample = at >= (decoded.rowEnds[row - 1] ?? 0);
    const value = decoded.values[at];
    const atMs = decoded.timesMs[at];
    // A value that is not a number is absent, not zero.
    if (!hasSample || value === undefined || atMs === undefined || Number.isNaN(value)) return [];
    return [{ labels, value, atMs }];
  });
  const timesMs = new Map(
    decoded.histograms.map(({ seriesIndex, timeMs }) => [decoded.labels[seriesIndex], timeMs]),
  );
  const native = nativeRows(decoded, 1).flatMap(({ labels, of, values: [value = Number.NaN] }) =>
    Number.isNaN(value) ? [] : [{ labels, value, atMs: timesMs.get(of) ?? Number.NaN }],
  );
  return { samples: [...samples, ...native], ...notesOf(envelope) };
}

interface NativeRow {
  readonly labels: Labels;
  readonly values: Float64Array<ArrayBuffer>;
  /** Labels of the series to which the histogram belongs. */
  readonly of: Labels;
}

/** Maximum number of cells, as for plain samples. */
const maxCells = 2_000_000;

/** Converts native histograms to one row each for count, sum and every bucket. Throws query-too-large. */
function nativeRows(
  { histograms, labels: seriesLabels }: DecodedResponse,
  pointCount: number,
): readonly NativeRow[] {
  const rows = new Map<string, NativeRow>();
  for (const { seriesIndex, pointIndex, count, sum, buckets } of histograms) {
    const of = seriesLabels[seriesIndex] ?? {};
    const note = (part: string, value: number): void => {
      const key = `${seriesIndex} ${part}`;
      if (rows.size * pointCount > maxCells)
        throw new AppError(
          "query-too-large",
          "the query returns more native histogram buckets than Ridgepoint reads at once",
        );
      const known = rows.get(key) ?? {
        labels: { ...of, [nativePartLabel]: part },
        values: new Float64Array(pointCount).fill(Number.NaN),
        of,
      };
      rows.set(key, known);
      known.values[pointIndex] = value;
    };
    note("count", count);
    note("sum", sum);
    for (const [lower, upper, inside] of buckets) note(nativeBucketText(lower, upper), inside);
  }
  return [...rows.values()];
}

/** Converts a response with recorded samples into the samples of each series. */
export function toSampleRows(decoded: DecodedResponse): readonly SeriesSamples[] {
  return decoded.labels.map((labels, row) => {
    const from = decoded.rowEnds[row - 1] ?? 0;
    const to = decoded.rowEnds[row] ?? from;
    return { labels, timesMs: decoded.timesMs.subarray(from, to), values: decoded.values.subarray(from, to) };
  });
}

/**
 * Converts the build information. VictoriaMetrics responds with the Prometheus version that it imitates and no other
 * field.
 */
export function toBuildInfo({ data }: BuildInfoResponse): BuildInfo {
  const version = data.version === undefined ? null : redactToLine(data.version, 60);
  if (/mimir/i.test(data.application ?? "")) return { version, flavour: "mimir" };
  if (data.revision === undefined && data.goVersion === undefined)
    return { version: null, flavour: "victoriametrics" };
  // Thanos versions are below 1. Prometheus versions have been above 1 since 2016.
  if (version?.startsWith("0.") === true) return { version, flavour: "thanos" };
  return { version, flavour: "prometheus" };
}

const maxNotes = 10;
const maxNoteLength = 300;

/** Prometheus 2 sends infos among the warnings, with a prefix. */
function notesOf(envelope: ResponseEnvelope): { warnings: readonly string[]; infos: readonly string[] } {
  const isInfo = (note: string): boolean => note.startsWith("PromQL info:");
  const warnings = envelope.warnings.filter((note) => !isInfo(note));
  const infos = [...envelope.infos, ...envelope.warnings.filter(isInfo)];
  if (envelope.isPartial === true) warnings.push("The source could not reach all of its stores.");
  return { warnings: bounded(warnings), infos: bounded(infos) };
}

function bounded(notes: readonly string[]): readonly string[] {
  return [...new Set(notes.map((note) => redactToLine(note, maxNoteLength)))].slice(0, maxNotes);
}

function hasNumber(values: Float64Array): boolean {
  return values.some((value) => !Number.isNaN(value));
}
