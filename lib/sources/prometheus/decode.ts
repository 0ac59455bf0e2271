/**
 * Decodes a response into typed arrays. It runs on the event loop for small bodies and in a worker for large ones.
 * `decodeAnswer` must be self-contained, because the worker runs its source text: it may use only the language, and
 * gets the fast scanner as a parameter. Without the scanner, and for input that the scanner does not support,
 * JSON.parse reads everything.
 *
 * Values that are not finite (NaN, +Inf, −Inf, empty text) become NaN, which means "absent" from here on.
 */

import type { scanRange, ScannedRange } from "./scan-samples";

export type DecodeRequest =
  | {
      readonly kind: "range";
      readonly startMs: number;
      readonly stepMs: number;
      readonly pointCount: number;
      readonly maxSeries: number;
      readonly maxCells: number;
    }
  /** One number per series at one time. */
  | { readonly kind: "vector"; readonly maxSeries: number }
  /** Stored samples with their timestamps. */
  | { readonly kind: "samples"; readonly maxSeries: number };

export interface DecodedResponse {
  readonly kind: "decoded";
  /** Everything except the samples, not validated. */
  readonly envelope: unknown;
  readonly labels: readonly Readonly<Record<string, string>>[];
  /**
   * Values of all rows: `pointCount` per row for a range, one per row for a vector, separated by `rowEnds` for samples.
   */
  readonly values: Float64Array<ArrayBuffer>;
  /** Epoch milliseconds of `values`; empty for a range. */
  readonly timesMs: Float64Array<ArrayBuffer>;
  /** End of each row in `values`, exclusive. */
  readonly rowEnds: readonly number[];
  /** Native histograms of all series. */
  readonly histograms: readonly DecodedHistogram[];
}

/** One native histogram at one point of one series. */
export interface DecodedHistogram {
  /** Index of its series in `labels`. */
  readonly seriesIndex: number;
  /** Index of its point on the grid; 0 for a vector. */
  readonly pointIndex: number;
  readonly timeMs: number;
  readonly count: number;
  readonly sum: number;
  /** Bounds as written, with the count between them. */
  readonly buckets: readonly (readonly [lower: string, upper: string, count: number])[];
}

export interface UndecodableResponse {
  readonly kind: "undecodable";
  readonly reason: "not-json" | "unexpected-shape" | "off-grid" | "too-large";
  readonly seriesCount: number;
  /** Start of the body, for the error message. */
  readonly bodyStart: string;
}

export type DecodeResult = DecodedResponse | UndecodableResponse;

/** Decodes a response of Prometheus's query API. `scan` is the fast path for ranges. */
// oxlint-disable-next-line max-lines-per-function -- its text travels to the worker as one piece
export function decodeResponseBody(
  body: Uint8Array,
  request: DecodeRequest,
  scan?: typeof scanRange,
): DecodeResult {
  const fail = (why: UndecodableResponse["reason"], seriesCount = 0): UndecodableResponse => ({
    kind: "undecodable",
    reason: why,
    seriesCount,
    bodyStart: new TextDecoder().decode(body.subarray(0, 3_200)).slice(0, 800),
  });
  const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  const toNumber = (value: string): number => {
    const last = value.charCodeAt(value.length - 1);
    const number = last >= 48 && last <= 57 ? Number(value) : NaN;
    return Number.isFinite(number) ? number : NaN;
  };
  const isSample = (value: unknown): value is [number, string] =>
    Array.isArray(value) && typeof value[0] === "number" && typeof value[1] === "string";
  const numberOf = (value: unknown): number => (typeof value === "string" ? toNumber(value) : NaN);
  /** Parses `[time, {count, sum, buckets: [[rule, lower, upper, count], …]}]`. Undefined for any other shape. */
  const readHistogram = (
    value: unknown,
  ): Omit<DecodedHistogram, "seriesIndex" | "pointIndex"> | undefined => {
    if (!Array.isArray(value) || typeof value[0] !== "number" || !isRecord(value[1])) return undefined;
    const fields = value[1];
    const listed: unknown = fields["buckets"] ?? [];
    if (!Array.isArray(listed) || typeof fields["count"] !== "string") return undefined;
    const buckets: (readonly [string, string, number])[] = [];
    for (const one of listed as readonly unknown[]) {
      if (!Array.isArray(one) || typeof one[1] !== "string" || typeof one[2] !== "string") return undefined;
      buckets.push([one[1], one[2], numberOf(one[3])]);
    }
    const timeMs = Math.round(value[0] * 1000);
    return { timeMs, count: numberOf(fields["count"]), sum: numberOf(fields["sum"]), buckets };
  };

  /** Returns the histograms of one series, or why they cannot be read. */
  const readHistograms = (
    listed: readonly unknown[],
    row: number,
  ): DecodedHistogram[] | UndecodableResponse => {
    const found: DecodedHistogram[] = [];
    for (const one of listed) {
      const histogram = readHistogram(one);
      if (histogram === undefined) return fail("unexpected-shape");
      const isRange = request.kind === "range";
      const index = isRange ? (histogram.timeMs - request.startMs) / request.stepMs : 0;
      if (isRange && !(Number.isInteger(index) && index >= 0 && index < request.pointCount))
        return fail("off-grid");
      found.push({ ...histogram, seriesIndex: row, pointIndex: index });
    }
    return found;
  };
  const nativeOf = (series: Record<string, unknown>): unknown => {
    if (request.kind !== "vector") return series["histograms"] ?? [];
    return series["histogram"] === undefined ? [] : [series["histogram"]];
  };
  /** Sample queries need the times of histograms only. Their contents are read through rates. */
  const timesOf = (listed: readonly unknown[]): readonly unknown[] =>
    listed.map((pair) => [Array.isArray(pair) ? pair[0] : NaN, "NaN"]);

  const read = (text: string, scanned: ScannedRange | undefined): DecodeResult => {
    let answer: unknown;
    try {
      answer = JSON.parse(text);
    } catch {
      return fail("not-json");
    }
    if (!isRecord(answer)) return fail("unexpected-shape");
    const { data, ...rest } = answer;
    const resultType = isRecord(data) ? data["resultType"] : undefined;
    const envelope = { ...rest, resultType };
    const nothing = { labels: [], values: new Float64Array(0), timesMs: new Float64Array(0), rowEnds: [] };
    // Data in an error response is ignored.
    if (answer["status"] !== "success") return { kind: "decoded", envelope, ...nothing, histograms: [] };
    if (!isRecord(data) || !Array.isArray(data["result"])) return fail("unexpected-shape");

    let series: readonly unknown[] = data["result"];
    if (request.kind === "vector" && resultType === "scalar") series = [{ metric: {}, value: series }];
    else if (resultType !== (request.kind === "vector" ? "vector" : "matrix"))
      return fail("unexpected-shape");
    const seriesCount = series.length;
    const isRange = request.kind === "range";
    const isTooLarge = isRange && seriesCount * request.pointCount > request.maxCells;
    if (isTooLarge || seriesCount > request.maxSeries) return fail("too-large", seriesCount);

    const labels: Record<string, string>[] = [];
    const rows: (readonly unknown[])[] = [];
    const histograms: DecodedHistogram[] = [];
    let sampleCount = 0;
    for (const each of series) {
      if (!isRecord(each) || !isRecord(each["metric"])) return fail("unexpected-shape");
      const one = each["value"] === undefined ? [] : [each["value"]];
      const samples = request.kind === "vector" ? one : (each["values"] ?? []);
      if (!Array.isArray(samples)) return fail("unexpected-shape");
      for (const name in each["metric"]) {
        if (typeof each["metric"][name] !== "string") return fail("unexpected-shape");
      }
      labels.push(each["metric"] as Record<string, string>);
      const native = nativeOf(each);
      if (!Array.isArray(native)) return fail("unexpected-shape");
      const nativeHistograms = request.kind === "samples" ? [] : readHistograms(native, labels.length - 1);
      if (!Array.isArray(nativeHistograms)) return nativeHistograms;
      histograms.push(...nativeHistograms);
      if (scanned !== undefined && samples[0] !== labels.length - 1) return fail("unexpected-shape");
      rows.push(request.kind === "samples" ? [...samples, ...timesOf(native)] : samples);
      sampleCount += rows.at(-1)?.length ?? 0;
    }

    if (scanned !== undefined) {
      if (scanned.rowCount !== seriesCount) return fail("unexpected-shape");
      const ends = rows.map((_, row) => (row + 1) * (isRange ? request.pointCount : 1));
      return {
        kind: "decoded",
        envelope,
        labels,
        values: scanned.values,
        timesMs: nothing.timesMs,
        rowEnds: ends,
        histograms,
      };
    }
    const values = new Float64Array(isRange ? seriesCount * request.pointCount : sampleCount);
    const timesMs = new Float64Array(isRange ? 0 : sampleCount);
    const ends: number[] = [];
    if (isRange) values.fill(NaN);
    let at = 0;
    for (let row = 0; row < seriesCount; row += 1) {
      for (const sample of rows[row] ?? []) {
        if (!isSample(sample)) return fail("unexpected-shape");
        // Times are seconds with at most three decimals. Rounding removes the floating-point error.
        const timeMs = Math.round(sample[0] * 1000);
        if (isRange) {
          const index = (timeMs - request.startMs) / request.stepMs;
          if (!Number.isInteger(index) || index < 0 || index >= request.pointCount) return fail("off-grid");
          values[row * request.pointCount + index] = toNumber(sample[1]);
        } else {
          values[at] = toNumber(sample[1]);
          timesMs[at] = timeMs;
          at += 1;
        }
      }
      ends.push(isRange ? (row + 1) * request.pointCount : at);
    }
    return { kind: "decoded", envelope, labels, values, timesMs, rowEnds: ends, histograms };
  };

  const scanned = request.kind === "range" ? scan?.(body, request) : undefined;
  if (scanned !== undefined && scanned.rowCount > 0) {
    const result = read(scanned.textWithoutSamples, scanned);
    if (result.kind === "decoded") return result;
  }
  return read(new TextDecoder().decode(body), undefined);
}
