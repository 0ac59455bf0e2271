/**
 * Blocks of the raw samples that a real Prometheus returns equal the requests that the generator of the history
 * observed: for each block, each bucket edge, the number and the sum. Covers resets, missed scrapes, instances that
 * appear and disappear, and changing scrape intervals.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  computeHistogramBlocks,
  type HistogramSamples,
} from "@/lib/analysis/statistics/blocks/histogram-blocks";
import type { BlockGrid } from "@/lib/analysis/statistics/blocks/plan-blocks";
import { assertPresent } from "@/lib/base/assert";
import { querySamples } from "@/lib/sources/prometheus/client";
import { startFrozenSource } from "@/tests/support/sources/frozen-source";
import {
  dayPlan,
  simulateHistoryValues,
  frozenEndMs,
  frozenStartMs,
  writeHistory,
} from "@/tests/support/histories/vllm-history";

const minuteMs = 60_000;
const name = "vllm:time_to_first_token_seconds";
const history = simulateHistoryValues(dayPlan);
const frozen = startFrozenSource(() => writeHistory(dayPlan));

async function readHistograms(): Promise<readonly HistogramSamples[]> {
  const seconds = Math.ceil((frozenEndMs - frozenStartMs) / 1_000) + 60;
  const read = (suffix: string) =>
    querySamples(frozen.upstream, { promql: `${name}_${suffix}[${seconds}s]`, atMs: frozenEndMs });
  const [buckets, sums] = [await read("bucket"), await read("sum")];
  return dayPlan.instances.map(({ instance }) => ({
    sums: sums.find(({ labels }) => labels["instance"] === instance),
    buckets: buckets
      .filter(({ labels }) => labels["instance"] === instance)
      .map((row) => ({ ...row, upperBound: Number((row.labels["le"] ?? "").replace("+Inf", "Infinity")) })),
  }));
}

/** Requests of the scrapes that end in a time range. A gap longer than `maxGapMs` is a separate list. */
function observedIn(fromMs: number, toMs: number, maxGapMs: number) {
  const [ttfts, inGaps]: [number[], number[]] = [[], []];
  for (const { samples } of history)
    for (const [index, { timeMs, ttfts: observed }] of samples.entries()) {
      const previous = samples[index - 1];
      if (previous === undefined || timeMs <= fromMs || timeMs > toMs) continue;
      (timeMs - previous.timeMs > maxGapMs ? inGaps : ttfts).push(...observed);
    }
  return { ttfts, inGaps };
}

const windows = fc.record({
  startMinute: fc.nat(23 * 60),
  lengthMs: fc.constantFrom(1, 2, 5, 10, 30, 60).map((minutes) => minutes * minuteMs),
  blockCount: fc.integer({ min: 1, max: 40 }),
});

test("every block has the observed requests of each bucket, exactly", async () => {
  const histograms = await readHistograms();
  expect(histograms.map(({ buckets }) => buckets.length)).toEqual([23, 23, 23]);
  const compared = { requests: 0, resets: 0, inGaps: 0 };
  const compare = (grid: BlockGrid): void => {
    const result = assertPresent(computeHistogramBlocks(histograms, grid), "the history has +Inf buckets");
    expect(result.omittedBounds).toEqual([]);
    for (const block of result.blocks) {
      const { ttfts } = observedIn(block.startMs, block.startMs + grid.lengthMs, grid.lengthMs);
      const sum = ttfts.reduce((total, ttft) => total + ttft, 0);
      expect(block.count).toBe(ttfts.length);
      expect(Math.abs(block.sum - sum)).toBeLessThan(1e-7);
      expect([...block.cumulativeCounts]).toEqual(
        result.upperBounds.map((bound) => ttfts.filter((ttft) => ttft <= bound).length),
      );
      compared.requests += block.count;
    }
    const endMs = grid.startMs + grid.blockCount * grid.lengthMs;
    const { inGaps } = observedIn(grid.startMs, endMs, grid.lengthMs);
    expect(result.unassignedCount).toBe(inGaps.length);
    compared.resets += result.resetCount;
    compared.inGaps += inGaps.length;
  };
  compare({ startMs: frozenStartMs, lengthMs: 5 * minuteMs, blockCount: 288 });
  fc.assert(
    fc.property(windows, ({ startMinute, lengthMs, blockCount }) => {
      compare({ startMs: frozenStartMs + startMinute * minuteMs, lengthMs, blockCount });
    }),
    { numRuns: 20 },
  );
  // The comparison proves little without requests, resets and gaps.
  expect(compared.requests).toBeGreaterThan(50_000);
  expect(Math.min(compared.resets, compared.inGaps)).toBeGreaterThan(0);
});
