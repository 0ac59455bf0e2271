import { expect, test } from "vitest";
import { sentenceText } from "@/lib/format/sentence-text";
import type { BaselineResponse } from "@/lib/contracts/baselines";
import { describeBaseline } from "./baseline-headline";

type Measured = NonNullable<BaselineResponse["measured"]>;

const ttft: Measured["distributions"][number] = {
  signal: "ttft",
  unit: "seconds",
  n: 7_200,
  mean: 0.25,
  meanInterval: { lower: 0.232, upper: 0.268 },
  quantiles: [{ quantile: 0.95, value: 0.61, lower: 0.55, upper: 0.7 }],
  blockCount: 60,
};
const requests: Measured["rates"][number] = {
  signal: "requests",
  unit: "requests-per-second",
  perSecond: 2,
  n: 60,
};
/** Removes characters that only keep words on one line. */
const textOf = (measured: Measured | null): string =>
  sentenceText(describeBaseline(measured)).replaceAll("\u2060", "").replaceAll("\u202f", " ");

test("states latency, interval and load", () => {
  expect(textOf({ distributions: [ttft], rates: [requests], gauges: [] })).toBe(
    "TTFT p95 was 0.610 s (95 % interval 0.550–0.700 s) at 2.00 req/s.",
  );
});

test("an unbounded interval has its lower end only", () => {
  const open = { ...ttft, quantiles: [{ quantile: 0.95, value: 60, lower: 30, upper: null }] };
  expect(textOf({ distributions: [open], rates: [], gauges: [] })).toBe(
    "TTFT p95 was 60.0 s (95 % interval ≥ 30.0 s).",
  );
});

test("states only the edge of the first or last bucket, because the position within it is interpolated", () => {
  const inBucket = (value: number, bucket: { readonly lower: number; readonly upper: number | null }) => {
    const interval = { lower: bucket.lower, upper: bucket.upper };
    const fast = { ...ttft, quantiles: [{ quantile: 0.95, value, ...interval, bucket }] };
    return textOf({ distributions: [fast], rates: [requests], gauges: [] });
  };
  expect(inBucket(0.0095, { lower: 0, upper: 0.01 })).toBe(
    "TTFT p95 was <0.01 s, below resolution (95 % interval 0–0.010 s) at 2.00 req/s.",
  );
  expect(inBucket(60, { lower: 60, upper: null })).toMatch(/^TTFT p95 was ≥ 60 s /);
  expect(inBucket(0.61, { lower: 0.5, upper: 0.75 })).toMatch(/^TTFT p95 was 0\.610 s /);
});

test("without percentiles the mean is stated, and without latency its absence", () => {
  const meanOnly = { ...ttft, quantiles: [], meanInterval: null };
  expect(textOf({ distributions: [meanOnly], rates: [requests], gauges: [] })).toBe(
    "TTFT mean was 0.250 s at 2.00 req/s.",
  );
  expect(textOf({ distributions: [], rates: [requests], gauges: [] })).toBe("no latency was measured.");
  expect(textOf(null)).toBe("");
});
