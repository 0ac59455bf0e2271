/** Results joined from the cache and fresh tails equal the results of a full query, value for value. */
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import fc from "fast-check";
import { expect, test } from "vitest";
import { gridEndMs, type Grid } from "@/lib/model/grid";
import { queryInstant, queryRange } from "@/lib/sources/prometheus/client";
import { createSeriesReader } from "@/lib/services/series/series-reader";
import type { PromqlSource } from "@/lib/services/series/reader-dependencies";
import { startFrozenSource } from "@/tests/support/sources/frozen-source";
import { dayPlan, frozenEndMs, frozenStartMs, writeHistory } from "@/tests/support/histories/vllm-history";
import { readConfiguredCases } from "@/scripts/suites/property-cases";

const frozen = startFrozenSource(() => writeHistory(dayPlan));

const ttft = "vllm:time_to_first_token_seconds";
const steps = [5_000, 15_000, 30_000, 60_000, 300_000, 3_600_000] as const;

const question = fc
  .record({
    filter: fc.constantFrom(
      "",
      '{instance="a:8000"}',
      '{instance=~"[bc]:8000"}',
      '{model_name="llama-70b"}',
      '{instance="none"}',
    ),
    shape: fc.constantFrom(
      (filter: string, window: string) => `sum by (le) (rate(${ttft}_bucket${filter}${window}))`,
      (filter: string, window: string) =>
        `sum by (le, instance) (increase(${ttft}_bucket${filter}${window}))`,
      (filter: string, window: string) =>
        `rate(${ttft}_sum${filter}${window}) / rate(${ttft}_count${filter}${window})`,
      (filter: string) => `vllm:num_requests_running${filter}`,
      (filter: string, window: string) =>
        `histogram_quantile(0.9, sum by (le) (rate(${ttft}_bucket${filter}${window})))`,
    ),
    windowSeconds: fc.constantFrom(20, 120, 480, 900),
  })
  .map(({ filter, shape, windowSeconds }) => shape(filter, `[${windowSeconds}s]`));

const walk = fc.record({
  promql: question,
  stepMs: fc.constantFrom(...steps),
  startedMs: fc.integer({ min: frozenStartMs, max: frozenEndMs + 3_600_000 }),
  pointCount: fc.integer({ min: 20, max: 300 }),
  moves: fc.array(
    fc.record({
      pauseMs: fc.nat(400_000),
      // The viewer sometimes widens or narrows the window.
      widened: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: -15, max: 150 })),
      live: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
    }),
    { minLength: 2, maxLength: 7 },
  ),
});

test(
  "returns exactly the full query's result for random windows, steps and filters",
  { timeout: Math.max(240_000, 400 * readConfiguredCases(150)) },
  async () => {
    const read = { points: 0, full: 0, rows: 0 };
    await fc.assert(
      fc.asyncProperty(walk, async ({ promql, stepMs, startedMs, moves, pointCount: usualCount }) => {
        let nowMs = startedMs;
        const source: PromqlSource = {
          queryRange: ({ grid, signal }) => {
            read.points += grid.pointCount;
            return queryRange(frozen.upstream, { promql, grid, signal });
          },
          queryInstant: ({ atMs, signal }) => queryInstant(frozen.upstream, { promql, atMs, signal }),
        };
        const reader = createSeriesReader({
          promqlSource: source,
          nowMs: () => nowMs,
          monotonicMs: () => nowMs,
          random: () => 0.5,
          cacheBytes: 50_000_000,
        });
        for (const { pauseMs, widened, live } of moves) {
          const pointCount = usualCount + widened;
          nowMs += pauseMs;
          const endMs = Math.floor(nowMs / stepMs) * stepMs;
          const grid: Grid = { startMs: endMs - (pointCount - 1) * stepMs, stepMs, pointCount };
          const joined = await reader.readRange({
            source: requireReadableSource("p", allSources),
            promql,
            grid,
            isLive: live,
          });
          const fullResult = await queryRange(frozen.upstream, { promql, grid });
          expect(gridEndMs(joined.matrix.grid)).toBe(gridEndMs(grid));
          expect(joined.matrix).toEqual(fullResult);
          read.full += pointCount;
          read.rows += fullResult.rows.length;
        }
      }),
      { numRuns: readConfiguredCases(150) },
    );
    // Without these checks, the test would also pass if the cache stored nothing or all answers were empty.
    expect(read.points).toBeLessThan(0.75 * read.full);
    expect(read.rows).toBeGreaterThan(500);
  },
);
