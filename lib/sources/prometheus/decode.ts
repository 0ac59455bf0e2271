/**
 * Decodes a response into typed arrays. It runs on the event loop for small bodies and in a worker for large ones.
 * Without the fast scanner, and for input that the scanner does not support, JSON.parse reads everything.
 *
 * Values that are not finite (NaN, +Inf, −Inf, empty text) become NaN, which means "absent" from here on.
 */
import { decodeSeries, listSamples, alignToGrid, toDecodedSamples } from "./decode-series.ts";
import { isRecord } from "./sample-values.ts";
import type { DecodeRequest, DecodeResult, UndecodableResponse } from "./decoded-response";
import type { scanRange, ScannedRange } from "./scan-samples";

interface Undecodable {
  readonly reason: UndecodableResponse["reason"];
  readonly seriesCount?: number;
}

/** Decodes a response of Prometheus's query API. `scan` is the fast path for ranges. */
export function decodeResponseBody(
  body: Uint8Array,
  request: DecodeRequest,
  scan?: typeof scanRange,
): DecodeResult {
  const seriesCount = countSeries(body);
  if (seriesCount > request.maxSeries)
    return { kind: "undecodable", reason: "too-large", seriesCount, bodyStart: decodeStart(body) };
  const scanned = request.kind === "range" ? scan?.(body, request) : undefined;
  if (scanned !== undefined && scanned.rowCount > 0) {
    const result = decodeText(scanned.textWithoutSamples, request, scanned);
    if ("kind" in result) return result;
  }
  const result = decodeText(new TextDecoder().decode(body), request, undefined);
  if ("kind" in result) return result;
  return {
    kind: "undecodable",
    reason: result.reason,
    seriesCount: result.seriesCount ?? 0,
    bodyStart: decodeStart(body),
  };
}

function decodeStart(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, 3_200)).slice(0, 800);
}

/**
 * Returns the number of series, or a smaller number if the format differs from the usual format. Parsing hundreds of
 * thousands of series to refuse them would need ten times the memory of the body.
 */
function countSeries(body: Uint8Array): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // A label named "metric" has a text as its value, and quotes in texts are escaped.
  const begin = '{"metric":{';
  let count = 0;
  for (let at = bytes.indexOf(begin); at >= 0; at = bytes.indexOf(begin, at + begin.length)) count += 1;
  return count;
}

function decodeText(
  text: string,
  request: DecodeRequest,
  scanned: ScannedRange | undefined,
): (DecodeResult & { readonly kind: "decoded" }) | Undecodable {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return { reason: "not-json" };
  }
  if (!isRecord(answer)) return { reason: "unexpected-shape" };
  const { data, ...rest } = answer;
  const envelope = { ...rest, resultType: isRecord(data) ? data["resultType"] : undefined };
  // Data in an error response is ignored.
  if (answer["status"] !== "success")
    return { kind: "decoded", envelope, labels: [], histograms: [], ...noSamples() };
  const series = listSeries(data, request);
  if (series === undefined) return { reason: "unexpected-shape" };
  const cellCount = request.kind === "range" ? series.length * request.pointCount : 0;
  if (series.length > request.maxSeries || (request.kind === "range" && cellCount > request.maxCells))
    return { reason: "too-large", seriesCount: series.length };
  const decoded = decodeSeries(series, request, scanned !== undefined);
  if (typeof decoded === "string") return { reason: decoded };
  const samples = readSamples(decoded.samplesBySeries, request, scanned);
  if (typeof samples === "string") return { reason: samples };
  return { kind: "decoded", envelope, labels: decoded.labels, histograms: decoded.histograms, ...samples };
}

/** Returns the series of a successful response; undefined if its shape differs from the requested shape. */
function listSeries(data: unknown, { kind }: DecodeRequest): readonly unknown[] | undefined {
  if (!isRecord(data) || !Array.isArray(data["result"])) return undefined;
  const { result, resultType } = data;
  if (kind === "vector" && resultType === "scalar") return [{ metric: {}, value: result }];
  return resultType === (kind === "vector" ? "vector" : "matrix") ? result : undefined;
}

function readSamples(
  rows: readonly (readonly unknown[])[],
  request: DecodeRequest,
  scanned: ScannedRange | undefined,
): ReturnType<typeof listSamples> {
  if (request.kind !== "range") return listSamples(rows);
  if (scanned === undefined) return alignToGrid(rows, request);
  if (scanned.rowCount !== rows.length) return "unexpected-shape";
  return toDecodedSamples(scanned, request.pointCount);
}

function noSamples() {
  return { values: new Float64Array(0), timesMs: new Float64Array(0), rowEnds: [] };
}
