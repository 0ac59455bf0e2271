/** Combined queries on a real Prometheus return the results of separate queries. */
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { panels } from "@/components/signals/panels/panels";
import { engineById } from "@/lib/engines";
import type { InstantVector, Matrix } from "@/lib/model/grid";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { planAbsenceEvidence, listAbsenceEvidenceQueries } from "@/lib/semantic/absence/absence-evidence";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { getCachedDeploymentSnapshot } from "@/lib/services/deployments/known-deployments";
import { createQueryScheduler, type QueryScheduler } from "@/lib/services/series/query-scheduler";
import { nowMs } from "@/lib/server/clock";
import { queryInstant, queryRange } from "@/lib/sources/prometheus/client";
import { openFleetFixture, type FleetFixture } from "@/tests/support/server/fleet-fixture";
import { createTestUpstream } from "@/tests/support/server/upstream";

let stage: FleetFixture;
let upstream: SourceUpstream;
let scheduler: QueryScheduler;

beforeAll(async () => {
  stage = await openFleetFixture();
  upstream = createTestUpstream(stage.proxy.url);
  scheduler = createQueryScheduler({ ...rules, upstream: () => upstream });
});
afterAll(async () => {
  await upstream.close();
  await stage.close();
});
afterEach(() => stage.proxy.set(null));

const rules = { maxConcurrent: 7, maxWaiting: 4_000, monotonicMs: () => performance.now() };
const source = requireReadableSource("prometheus", allSources);
const lane = "test";
const windowMs = 60_000;

/** Every query of every panel of every deployment. */
function allQueries(): readonly string[] {
  const queries = getCachedDeploymentSnapshot().records.flatMap((deployment) => {
    const scope = { deployment: deployment.slug };
    const queryContext = { engine: engineById(deployment.engine), deployment, scope };
    const plans = panels.flatMap(({ signals, statistics }) =>
      signals.flatMap((signal) =>
        statistics.map((statistic) => compileSignal(signal, statistic, queryContext, windowMs)),
      ),
    );
    return [
      ...plans.flatMap(listPlanQueries),
      ...listAbsenceEvidenceQueries(planAbsenceEvidence(queryContext, windowMs)),
    ];
  });
  return [...new Set(queries)];
}

/**
 * Relative rounding error. Prometheus adds series in an order that differs from query to query, which changes the
 * last bits of a sum.
 */
const roundingError = 1e-12;

const withoutValues = ({ rows, ...rest }: Matrix) => ({ ...rest, rows: rows.map(({ labels }) => labels) });
const numbersOf = ({ rows }: Matrix): readonly number[] => rows.flatMap(({ values }) => [...values]);
const withoutSamples = ({ samples, ...rest }: InstantVector) => ({
  ...rest,
  samples: samples.map(({ labels }) => labels),
});
const valuesOf = ({ samples }: InstantVector): readonly number[] => samples.map(({ value }) => value);

/** Returns the largest relative difference at one index, or zero if all are identical, including missing values. */
function largestDifference(left: readonly number[], right: readonly number[]): number {
  expect(left.length).toBe(right.length);
  return left.reduce((largest, one, index) => {
    const other = right[index]!;
    if (Object.is(one, other)) return largest;
    const ratio = Math.abs(one - other) / Math.max(Math.abs(one), Math.abs(other));
    return Math.max(largest, Number.isNaN(ratio) ? Number.POSITIVE_INFINITY : ratio);
  }, 0);
}

test("returns the same from combined and separate queries, with a fifth of the requests", async () => {
  const queries = allQueries();
  const atMs = Math.floor(nowMs() / 15_000) * 15_000;
  const grid = { startMs: atMs - 40 * 15_000, stepMs: 15_000, pointCount: 41 };
  stage.proxy.resetCounts();
  const [ranges, instants] = await Promise.all([
    Promise.all(queries.map((promql) => scheduler.queryRange({ source, promql, grid, lane }))),
    Promise.all(queries.map((promql) => scheduler.queryInstant({ source, promql, atMs, lane }))),
  ]);
  expect(queries.length).toBeGreaterThan(200);
  expect(stage.proxy.counts().requests).toBeLessThanOrEqual((2 * queries.length) / 5);
  let numbers = 0;
  for (const [index, promql] of queries.entries()) {
    const separate = await queryRange(upstream, { promql, grid });
    const [range, instant] = [ranges[index]!, instants[index]!];
    expect(withoutValues(range)).toEqual(withoutValues(separate));
    expect(largestDifference(numbersOf(range), numbersOf(separate))).toBeLessThan(roundingError);
    const separateInstant = await queryInstant(upstream, { promql, atMs });
    expect(withoutSamples(instant)).toEqual(withoutSamples(separateInstant));
    expect(largestDifference(valuesOf(instant), valuesOf(separateInstant))).toBeLessThan(roundingError);
    numbers += separate.rows.length;
  }
  expect(numbers).toBeGreaterThan(queries.length);
});

test("isolates a refused query and sends it separately from then on", async () => {
  const atMs = nowMs();
  const queryThree = () =>
    Promise.allSettled(
      ["vector(1)", "vector(2", "vector(3)"].map((promql) =>
        scheduler.queryInstant({ source, promql, atMs, lane }),
      ),
    );
  stage.proxy.resetCounts();
  const [one, broken, three] = await queryThree();
  expect(one).toMatchObject({ value: { samples: [{ value: 1 }] } });
  expect(broken).toMatchObject({ reason: { code: "query-refused" } });
  expect(three).toMatchObject({ value: { samples: [{ value: 3 }] } });
  expect(stage.proxy.counts().requests).toBe(4);
  stage.proxy.resetCounts();
  expect((await queryThree()).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(stage.proxy.counts().requests).toBeLessThanOrEqual(3);
});

test("sends queries separately through a proxy that rejects forms, without opening the breaker", async () => {
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== "GET") return response.writeHead(405).end("only GET");
    const query = new URL(request.url ?? "", "http://proxy").searchParams.get("query") ?? "";
    const result = [{ metric: {}, value: [1, String(query.length)] }];
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ status: "success", data: { resultType: "vector", result } }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const strict = createTestUpstream(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const through = createQueryScheduler({ ...rules, upstream: () => strict });
  const queries = Array.from({ length: 16 }, (_, index) => `vector(${"1".repeat(100 + index)})`);
  const vectors = await Promise.all(
    queries.map((promql) => through.queryInstant({ source, promql, atMs: 0, lane })),
  );
  expect(vectors.map(({ samples }) => samples[0]?.value)).toEqual(queries.map(({ length }) => length));
  expect(strict.getState().kind).toBe("closed");
  await strict.close();
  server.close();
});
