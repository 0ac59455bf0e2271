/**
 * Ranges whose older part comes from stored series and whose newer part comes from a real Prometheus. The stored
 * series are a copy, so the joined points must equal those of Prometheus alone.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { gridEndMs, type Matrix } from "@/lib/model/grid";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import { compileSignal } from "@/lib/semantic/compile/compile";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { printSeriesQuery, listSeriesQueries } from "@/lib/semantic/compile/series-query";
import { columnsFromMatrices } from "@/lib/semantic/evaluate/columns";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import { createMemoryProvider } from "@/lib/services/series/fixtures";
import { joinProviders } from "@/lib/services/series/join-providers";
import { prometheusProvider } from "@/lib/services/series/prometheus";
import { joinMatrices, addRowKeys } from "@/lib/services/series/matrix-join";
import { readSeries } from "@/lib/services/series/read-series";
import type { SeriesProvider } from "@/lib/services/series/series-provider";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";
import { dayPlan, frozenEndMs, model, writeHistory } from "@/tests/support/histories/vllm-history";

let stage: FrozenFixture;
beforeAll(async () => {
  stage = await openFrozenFixture(writeHistory(dayPlan));
});
afterAll(async () => {
  await stage.close();
});

const windowMs = 480_000;
const grid = { startMs: frozenEndMs - 120 * 300_000, stepMs: 300_000, pointCount: 121 };
const context: QueryContext = {
  engine: engineById("vllm"),
  deployment: {
    pools: [{ role: "both", selectors: [{ model_name: model }] }],
    attachments: [],
    metricNames: [],
    copyLabels: [],
  },
  // One instance: Prometheus adds several series in an order that depends on the range, which changes the last digits.
  scope: { deployment: "d", instance: "a:8000" },
};
const read = { source: requireReadableSource("prometheus", allSources), grid, isLive: false };

/** Covers points from `fromMs` on, as a Prometheus with a short retention. */
const prometheusSince = (fromMs: number): SeriesProvider => ({
  ...prometheusProvider,
  findCoverage: async () =>
    Promise.resolve({ windows: [{ startMs: fromMs, endMs: Infinity }], uncoveredReason: "" }),
});

/** Returns the values of a statistic on the grid, and the matrices that they are computed from. */
async function valuesFrom(
  [signal, statistic]: readonly [SignalId, Statistic],
  readOperand: (request: Parameters<typeof readSeries>[0]) => Promise<{ readonly matrix: Matrix }>,
) {
  const plan = compileSignal(signal, statistic, context, windowMs);
  const matrices = new Map<string, Matrix>();
  for (const query of listSeriesQueries(plan, { context, windowMs }))
    matrices.set(printSeriesQuery(query), (await readOperand({ ...read, query })).matrix);
  return {
    matrices,
    values: evaluatePlan(plan, columnsFromMatrices(grid.pointCount, matrices), windowMs).values,
  };
}

const statistics = [
  ["ttft", "p50"],
  ["ttft", "p99"],
  ["e2e", "mean"],
  ["output-tokens", "rate"],
  ["running", "value"],
] as const;

test("equal Prometheus alone, bit for bit, wherever the range is divided", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...statistics),
      fc.integer({ min: grid.startMs - grid.stepMs, max: gridEndMs(grid) + grid.stepMs }),
      async (statistic, boundaryMs) => {
        const expected = await valuesFrom(statistic, readSeries);
        const joined = await valuesFrom(statistic, (request) => {
          const complete = expected.matrices.get(printSeriesQuery(request.query));
          const stored = createMemoryProvider({
            name: "stored",
            windows: [{ startMs: -Infinity, endMs: Infinity }],
            readValues: (part) =>
              joinMatrices(part, complete === undefined ? [] : [addRowKeys(complete)]).matrix,
          });
          return joinProviders([prometheusSince(boundaryMs), stored])(request);
        });
        expect(joined).toEqual(expected);
        compared += expected.values.filter((value) => !Number.isNaN(value)).length;
      },
    ),
    { numRuns: 60 },
  );
  // The comparison proves nothing if both sides are empty.
  expect(compared).toBeGreaterThan(1_000);
});

test("are missing, never 0, before the retention of Prometheus if nothing else is stored", async () => {
  const boundaryMs = grid.startMs + 60 * grid.stepMs;
  const { values } = await valuesFrom(["ttft", "p50"], joinProviders([prometheusSince(boundaryMs)]));
  const { values: complete } = await valuesFrom(["ttft", "p50"], readSeries);
  expect(complete.slice(0, 60).some((value) => !Number.isNaN(value))).toBe(true);
  expect(values).toEqual(complete.map((value, index) => (index < 60 ? NaN : value)));
});
