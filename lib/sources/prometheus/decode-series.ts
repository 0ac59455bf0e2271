/** Checks the series of a response, and copies their samples into typed arrays. */
import { decodeHistograms } from "./decode-histograms.ts";
import { isRecord, isSample, parseSampleValue } from "./sample-values.ts";
import type {
  DecodedHistogram,
  DecodedResponse,
  DecodeRequest,
  UndecodableResponse,
} from "./decoded-response";
import type { ScannedRange } from "./scan-samples";

/** Series of a response with checked labels and samples that are not yet decoded. */
export interface CheckedSeries {
  readonly labels: readonly Readonly<Record<string, string>>[];
  /**
   * Samples of each series, not validated. If the fast scan has read the samples, the index of the series replaces
   * them.
   */
  readonly samplesBySeries: readonly (readonly unknown[])[];
  readonly histograms: readonly DecodedHistogram[];
}

/** Samples of all series as typed arrays, with the index of each series' end. */
export type DecodedSamples = Pick<DecodedResponse, "values" | "timesMs" | "rowEnds">;

/** Returns labels, samples and native histograms of each series, or why they cannot be read. */
export function decodeSeries(
  series: readonly unknown[],
  request: DecodeRequest,
  isScanned: boolean,
): CheckedSeries | UndecodableResponse["reason"] {
  const labels: Record<string, string>[] = [];
  const samplesBySeries: (readonly unknown[])[] = [];
  const histograms: DecodedHistogram[] = [];
  for (const each of series) {
    if (!isRecord(each) || !isLabels(each["metric"])) return "unexpected-shape";
    const [samples, native] = [samplesOf(each, request), histogramsOf(each, request)];
    if (!Array.isArray(samples) || !Array.isArray(native)) return "unexpected-shape";
    labels.push(each["metric"]);
    const row = labels.length - 1;
    const decoded = request.kind === "samples" ? [] : decodeHistograms(native, row, request);
    if (typeof decoded === "string") return decoded;
    histograms.push(...decoded);
    if (isScanned && samples[0] !== row) return "unexpected-shape";
    samplesBySeries.push(request.kind === "samples" ? [...samples, ...timesOf(native)] : samples);
  }
  return { labels, samplesBySeries, histograms };
}

function isLabels(value: unknown): value is Record<string, string> {
  if (!isRecord(value)) return false;
  for (const name in value) {
    if (typeof value[name] !== "string") return false;
  }
  return true;
}

function samplesOf(series: Record<string, unknown>, request: DecodeRequest): unknown {
  if (request.kind !== "vector") return series["values"] ?? [];
  return series["value"] === undefined ? [] : [series["value"]];
}

function histogramsOf(series: Record<string, unknown>, request: DecodeRequest): unknown {
  if (request.kind !== "vector") return series["histograms"] ?? [];
  return series["histogram"] === undefined ? [] : [series["histogram"]];
}

/** Returns the times of histograms as samples without values. Sample queries need only these times. */
function timesOf(histograms: readonly unknown[]): readonly unknown[] {
  return histograms.map((pair) => [Array.isArray(pair) ? pair[0] : NaN, "NaN"]);
}

/** Returns the values that the fast scan has read. */
export function toDecodedSamples(scanned: ScannedRange, pointCount: number): DecodedSamples {
  const rowEnds = Array.from({ length: scanned.rowCount }, (_, row) => (row + 1) * pointCount);
  return { values: scanned.values, timesMs: new Float64Array(0), rowEnds };
}

/** Returns the samples at the points of the range; NaN where a series has none. */
export function alignToGrid(
  samplesBySeries: readonly (readonly unknown[])[],
  { startMs, stepMs, pointCount }: DecodeRequest & { readonly kind: "range" },
): DecodedSamples | UndecodableResponse["reason"] {
  const values = new Float64Array(samplesBySeries.length * pointCount).fill(NaN);
  for (const [row, samples] of samplesBySeries.entries()) {
    for (const sample of samples) {
      if (!isSample(sample)) return "unexpected-shape";
      const index = (toMs(sample[0]) - startMs) / stepMs;
      if (!Number.isInteger(index) || index < 0 || index >= pointCount) return "off-grid";
      values[row * pointCount + index] = parseSampleValue(sample[1]);
    }
  }
  return {
    values,
    timesMs: new Float64Array(0),
    rowEnds: samplesBySeries.map((_, row) => (row + 1) * pointCount),
  };
}

/** Returns the samples one after the other, with their times. */
export function listSamples(
  samplesBySeries: readonly (readonly unknown[])[],
): DecodedSamples | UndecodableResponse["reason"] {
  const sampleCount = samplesBySeries.reduce((sum, samples) => sum + samples.length, 0);
  const values = new Float64Array(sampleCount);
  const timesMs = new Float64Array(sampleCount);
  const rowEnds: number[] = [];
  let at = 0;
  for (const samples of samplesBySeries) {
    for (const sample of samples) {
      if (!isSample(sample)) return "unexpected-shape";
      values[at] = parseSampleValue(sample[1]);
      timesMs[at] = toMs(sample[0]);
      at += 1;
    }
    rowEnds.push(at);
  }
  return { values, timesMs, rowEnds };
}

/** Times are seconds with at most three decimals. Rounding removes the floating-point error. */
function toMs(seconds: number): number {
  return Math.round(seconds * 1000);
}
