/** Measured scrape intervals equal the true ones for windows of a history with changing intervals. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { queryInstant, queryRange, querySamples } from "@/lib/sources/prometheus/client";
import { measureSampleSpacing, type SpacingSource } from "@/lib/services/series/measure-sample-spacing";
import { startFrozenSource } from "@/tests/support/sources/frozen-source";
import { dayPlan, frozenEndMs, frozenStartMs, writeHistory } from "@/tests/support/histories/vllm-history";

const counts = { queries: 0 };

const counted =
  <Query, Answer>(ask: (query: Query) => Promise<Answer>) =>
  (query: Query) => {
    counts.queries += 1;
    return ask(query);
  };

const source: SpacingSource = {
  queryRange: counted((query) => queryRange(frozen.upstream, query)),
  queryInstant: counted((query) => queryInstant(frozen.upstream, query)),
  querySamples: counted((query) => querySamples(frozen.upstream, query)),
};

const frozen = startFrozenSource(() => writeHistory(dayPlan));

const minuteMs = 60_000;
const [toHalfMinuteMs, toFiveSecondsMs] = [
  frozenStartMs + 18 * 60 * minuteMs,
  frozenStartMs + 23 * 60 * minuteMs,
];
const measure = (startMs: number, endMs: number, selector = "vllm:num_requests_running") =>
  measureSampleSpacing(source, selector, { startMs, endMs });

test.each([
  ["a day with all three intervals", frozenStartMs, frozenEndMs, 120_000, 5_000],
  ["only the coarse period", frozenStartMs, frozenStartMs + 6 * 60 * minuteMs, 120_000, 120_000],
  ["only the last half hour", frozenEndMs - 30 * minuteMs, frozenEndMs, 5_000, 5_000],
  [
    "the change to 30 s in the middle",
    toHalfMinuteMs - 60 * minuteMs,
    toHalfMinuteMs + 60 * minuteMs,
    120_000,
    30_000,
  ],
  ["three minutes after the change to 5 s", frozenStartMs, toFiveSecondsMs + 3 * minuteMs, 120_000, 5_000],
  ["the last five minutes", frozenEndMs - 5 * minuteMs, frozenEndMs, 5_000, 5_000],
])("%s", async (_name, startMs, endMs, longestMs, shortestMs) => {
  expect(await measure(startMs, endMs)).toEqual({ longestMs, shortestMs });
});

test("returns null for a selector without samples", async () => {
  expect(await measure(frozenStartMs, frozenEndMs, "nothing_here")).toBeUndefined();
});

test("accepts a selector with matchers and one of buckets", async () => {
  const expected = { longestMs: 120_000, shortestMs: 5_000 };
  expect(await measure(frozenStartMs, frozenEndMs, 'vllm:num_requests_running{instance="a:8000"}')).toEqual(
    expected,
  );
  expect(await measure(frozenStartMs, frozenEndMs, "vllm:time_to_first_token_seconds_bucket")).toEqual(
    expected,
  );
});

test("finds the longest and shortest interval in random windows with few queries", async () => {
  const window = fc.record({ from: fc.nat(22 * 60), length: fc.integer({ min: 20, max: 24 * 60 }) });
  await fc.assert(
    fc.asyncProperty(window, async ({ from, length }) => {
      const startMs = frozenStartMs + from * minuteMs;
      const endMs = Math.min(frozenEndMs, startMs + length * minuteMs);
      // The probes may miss an interval that lasts less than a probe plus the distance to its neighbour, unless it is
      // at the end.
      const reachMs = 10 * minuteMs + (endMs - startMs) / 32;
      const inside = dayPlan.regimes.filter(
        (regime) => Math.min(regime.toMs, endMs) - Math.max(regime.fromMs, startMs) >= reachMs,
      );
      const touched = dayPlan.regimes.filter(({ fromMs, toMs }) => fromMs < endMs && toMs > startMs);
      const [included, overlapping] = [inside, touched].map((list) => list.map(({ spacingMs }) => spacingMs));
      counts.queries = 0;
      const spacing = await measure(startMs, endMs);
      expect(spacing?.longestMs).toBeGreaterThanOrEqual(Math.max(...(included ?? [])));
      expect(spacing?.longestMs).toBeLessThanOrEqual(Math.max(...(overlapping ?? [])));
      expect(spacing?.shortestMs).toBeLessThanOrEqual(Math.min(...(included ?? [])));
      expect(spacing?.shortestMs).toBeGreaterThanOrEqual(Math.min(...(overlapping ?? [])));
      expect(counts.queries).toBeLessThanOrEqual(18);
    }),
    { numRuns: 100 },
  );
});
