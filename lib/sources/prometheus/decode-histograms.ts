/** Decodes the native histograms of one series of a response. */
import { isRecord, parseSampleValue } from "./sample-values.ts";
import type { DecodedHistogram, DecodeRequest, UndecodableResponse } from "./decoded-response";

type Histogram = Omit<DecodedHistogram, "seriesIndex" | "pointIndex">;

/** Returns the histograms, or why they cannot be read. `seriesIndex` is the index of their series. */
export function decodeHistograms(
  listed: readonly unknown[],
  seriesIndex: number,
  request: DecodeRequest,
): readonly DecodedHistogram[] | UndecodableResponse["reason"] {
  const found: DecodedHistogram[] = [];
  for (const one of listed) {
    const histogram = parseHistogram(one);
    if (histogram === undefined) return "unexpected-shape";
    const isRange = request.kind === "range";
    const pointIndex = isRange ? (histogram.timeMs - request.startMs) / request.stepMs : 0;
    if (isRange && !(Number.isInteger(pointIndex) && pointIndex >= 0 && pointIndex < request.pointCount))
      return "off-grid";
    found.push({ ...histogram, seriesIndex, pointIndex });
  }
  return found;
}

/** Parses `[time, {count, sum, buckets: [[rule, lower, upper, count], …]}]`. Undefined for any other shape. */
function parseHistogram(value: unknown): Histogram | undefined {
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
}

function numberOf(value: unknown): number {
  return typeof value === "string" ? parseSampleValue(value) : NaN;
}
