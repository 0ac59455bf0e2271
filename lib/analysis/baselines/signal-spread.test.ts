import { sampleStandardDeviation, mean } from "simple-statistics";
import { expect, test } from "vitest";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { alignComparedWindow, chooseHistoryMs } from "./history-length";
import { computeStatistic } from "./compute-statistic";
import { computeLoadAtEnd, measureSignalSpread, type BlocksWithLoad } from "./signal-spread";

const blockMs = 60_000;
const [hourMs, dayMs] = [3_600_000, 86_400_000];

interface Minute {
  readonly requests: number;
  /** Mean TTFT in seconds. */
  readonly ttft: number;
}

/** One-minute blocks in which every request took the mean TTFT. */
function blocksOf(minutes: readonly Minute[]): MeasuredBlocks {
  return {
    startMs: 0,
    blockMs,
    blockCount: minutes.length,
    counters: {
      requests: { unit: "requests-per-second", blocks: minutes.map(({ requests }) => requests) },
      errors: { unit: "requests-per-second", blocks: minutes.map(({ requests }) => requests / 10) },
    },
    distributions: {
      ttft: {
        unit: "seconds",
        upperEdges: [0.1, 0.2, 0.4, null],
        blocks: minutes.map(({ requests, ttft }) => ({
          counts: [0.1, 0.2, 0.4, Infinity].map((edge, index, edges) =>
            ttft <= edge && ttft > (edges[index - 1] ?? 0) ? requests : 0,
          ),
          count: requests,
          sum: requests * ttft,
          weight: requests,
        })),
      },
    },
    gauges: { running: { unit: "requests", blocks: minutes.map(({ ttft }) => ttft * 10) } },
    absent: {},
  };
}

/** Windows of ten minutes with these means. */
const windowsOf = (windows: readonly Minute[]): MeasuredBlocks =>
  blocksOf(windows.flatMap((window) => Array.from({ length: 10 }, () => window)));
const ofMean = { signal: "ttft", statistic: "mean", windowMs: 10 * blockMs } as const;
const spreadOf = (history: BlocksWithLoad) =>
  measureSignalSpread(history, { ...ofMean, load: computeLoadAtEnd(history, ofMean.windowMs) });
const means = [0.1, 0.12, 0.11, 0.13, 0.1, 0.12];
const steady = means.map((ttft): Minute => ({ requests: 60, ttft }));
const trueRatio = sampleStandardDeviation(means) / mean(means);

test("the spread of six windows at equal load is their standard deviation ÷ their mean", () => {
  const { windowCount, standardDeviationRatio } = spreadOf({ measured: windowsOf(steady) });
  expect(windowCount).toBe(6);
  expect(standardDeviationRatio).toBeCloseTo(trueRatio, 12);
});

test("windows of another load are skipped, compared with the last window", () => {
  const busy: Minute = { requests: 90, ttft: 0.3 };
  const { windowCount, standardDeviationRatio } = spreadOf({ measured: windowsOf([busy, ...steady]) });
  expect(windowCount).toBe(6);
  expect(standardDeviationRatio).toBeCloseTo(trueRatio, 12);
});

test("twice the requests on twice the instances is equal load, but not if the numbers are unknown", () => {
  const doubled = steady.map((window, index): Minute =>
    index < 3 ? { ...window, requests: 2 * window.requests } : window,
  );
  const measured = windowsOf(doubled);
  const instanceCounts = Array.from({ length: measured.blockCount }, (_, block) => (block < 30 ? 4 : 2));
  expect(spreadOf({ measured, instanceCounts }).windowCount).toBe(6);
  expect(spreadOf({ measured }).windowCount).toBe(3);
});

test("windows are counted from the end, and excluded blocks do not shift them", () => {
  const measured = blocksOf([
    ...Array.from({ length: 7 }, (): Minute => ({ requests: 60, ttft: 0.39 })),
    ...steady.flatMap((window) => Array.from({ length: 10 }, () => window)),
  ]);
  const isExcluded = (block: number): boolean => block === 7;
  const { windowCount, standardDeviationRatio } = spreadOf({ measured, isExcluded });
  expect(windowCount).toBe(6);
  expect(standardDeviationRatio).toBeCloseTo(trueRatio, 12);
  const half = (block: number): boolean => block >= 7 && block < 12;
  expect(spreadOf({ measured, isExcluded: half }).windowCount).toBe(5);
});

test("a signal without blocks and blocks that are too long give no windows", () => {
  const measured = windowsOf(steady);
  const load = computeLoadAtEnd({ measured }, ofMean.windowMs);
  expect(measureSignalSpread({ measured }, { ...ofMean, signal: "tpot", load }).windowCount).toBe(0);
  expect(measureSignalSpread({ measured }, { ...ofMean, windowMs: 3 * blockMs, load }).windowCount).toBe(0);
});

test.each([
  ["ttft", "mean", 0.15],
  ["ttft", "p50", 0.1],
  ["requests", "rate", 1],
  ["errors", "ratio-to-requests", 0.1],
  ["running", "value", 1.5],
  ["ttft", "share-of-e2e", undefined],
  ["tpot", "p95", undefined],
] as const)("the %s %s of two blocks is %s", (signal, statistic, expected) => {
  const measured = blocksOf([
    { requests: 60, ttft: 0.1 },
    { requests: 60, ttft: 0.2 },
  ]);
  const value = computeStatistic(measured, { signal, statistic });
  expect(value === undefined ? value : Number(value.toPrecision(12))).toBe(expected);
});

test.each([
  ["15 min", 900_000, dayMs],
  ["an hour", hourMs, 28 * hourMs],
  ["6 h", 6 * hourMs, 7 * dayMs],
  ["a day", dayMs, 14 * dayMs],
  ["a week", 7 * dayMs, 56 * dayMs],
  ["92 days", 92 * dayMs, 56 * dayMs],
])("the history of a window of %s", (_name, windowMs, expected) => {
  expect(chooseHistoryMs(windowMs)).toBe(expected);
});

test("a compared window that moves a little has the same history, which never ends after it", () => {
  const endMs = Date.UTC(2026, 9, 1, 12);
  const windowOf = (movedMs: number) => ({
    startMs: endMs + movedMs - 6 * hourMs + 400,
    endMs: endMs + movedMs,
  });
  const aligned = { startMs: endMs - 6 * hourMs, endMs };
  for (const movedMs of [0, 60_000, 17 * 60_000])
    expect(alignComparedWindow(windowOf(movedMs))).toEqual(aligned);
  expect(alignComparedWindow(aligned)).toEqual(aligned);
  expect(alignComparedWindow(windowOf(-1)).endMs).toBeLessThan(endMs);
});
