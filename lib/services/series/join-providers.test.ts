import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { AppError } from "@/lib/model/app-error";
import type { Grid, Matrix } from "@/lib/model/grid";
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import type { TimeWindow } from "@/lib/model/time-window";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { printSeriesQuery, listSeriesQueries, type SeriesQuery } from "@/lib/semantic/compile/series-query";
import { columnsFromMatrices } from "@/lib/semantic/evaluate/columns";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import { makeMatrix, createMemoryProvider } from "./fixtures";
import { joinProviders } from "./join-providers";
import type { SeriesRequest } from "./series-provider";

const grid: Grid = { startMs: 3_600_000, stepMs: 60_000, pointCount: 20 };
const boundaryMs = grid.startMs + 8 * grid.stepMs;
const before: TimeWindow = { startMs: -Infinity, endMs: boundaryMs - 1 };
const since: TimeWindow = { startMs: boundaryMs, endMs: Infinity };
const always: TimeWindow = { startMs: -Infinity, endMs: Infinity };

const windowMs = 60_000;
const context: SeriesQuery["context"] = {
  engine: engineById("vllm"),
  deployment: {
    pools: [{ role: "both", selectors: [{ model_name: "m" }] }],
    attachments: [],
    metricNames: [],
    copyLabels: [],
  },
  scope: { deployment: "d" },
};
const p95 = compileSignal("ttft", "p95", context, windowMs);
const [buckets] = listSeriesQueries(p95, { context, windowMs }) as [SeriesQuery];
const request: SeriesRequest = {
  source: requireReadableSource("p", allSources),
  query: buckets,
  grid,
  isLive: true,
};

/** Buckets that fill at different speeds; the last one appears halfway. */
const edges = ["0.1", "0.5", "1", "+Inf"];
const truth = (row: number, timeMs: number): number =>
  row === 1 && timeMs < boundaryMs + 120_000 ? NaN : (row + 1) * 1.1 + Math.sin(timeMs / 1_000) / 3;
const bucketsOn = (part: Grid): Matrix => {
  const matrix = makeMatrix(part, edges.length, truth);
  return {
    ...matrix,
    rows: matrix.rows.map(({ labels, values }) => ({
      labels: { le: edges[Number(labels["row"])] ?? "" },
      values,
    })),
  };
};
const byEdge = ({ rows }: Matrix) => new Map(rows.map(({ labels, values }) => [labels["le"], values]));
const percentiles = (matrix: Matrix): Float64Array =>
  evaluatePlan(
    p95,
    columnsFromMatrices(grid.pointCount, new Map([[printSeriesQuery(buckets), matrix]])),
    windowMs,
  ).values;

const provider = (name: string, windows: readonly TimeWindow[], readValues = bucketsOn) =>
  createMemoryProvider({ name, windows, readValues });
const down = (): never => {
  throw new AppError("source-unreachable", "it is down");
};

describe("one provider", () => {
  test("returns its result unchanged", async () => {
    const first = provider("first", [always]);
    const result = await joinProviders([first])(request);
    expect(first.requests).toEqual([request]);
    expect(result.matrix).toBe(first.results[0]?.matrix);
    expect(result.coverage).toEqual([{ kind: "read", grid, provider: "first" }]);
  });

  test("rejects with its error", async () => {
    await expect(joinProviders([provider("first", [always], down)])(request)).rejects.toMatchObject({
      code: "source-unreachable",
    });
  });
});

describe("two providers", () => {
  test("joins the buckets at a boundary to the points and percentiles of one provider", async () => {
    const [recent, old] = [provider("recent", [since]), provider("old", [before])];
    const { matrix, coverage } = await joinProviders([recent, old])(request);
    expect(byEdge(matrix)).toEqual(byEdge(bucketsOn(grid)));
    expect(percentiles(matrix)).toEqual(percentiles(bucketsOn(grid)));
    expect(percentiles(matrix).some((value) => !Number.isNaN(value))).toBe(true);
    expect(coverage.map((part) => [part.kind === "read" && part.provider, part.grid.pointCount])).toEqual([
      ["old", 8],
      ["recent", 12],
    ]);
    expect([old, recent].map((one) => one.requests.map((read) => read.grid.pointCount))).toEqual([[8], [12]]);
  });

  test("joins buckets whose edges are written differently", async () => {
    const rewritten = (part: Grid): Matrix => {
      const matrix = bucketsOn(part);
      return { ...matrix, rows: matrix.rows.map((row) => ({ ...row, labels: respelled(row.labels["le"]) })) };
    };
    const respelled = (le = "") => ({ le: le === "1" ? "1.0" : le });
    const providers = [provider("recent", [since]), provider("old", [before], rewritten)];
    const { matrix } = await joinProviders(providers)(request);
    expect(matrix.rows).toHaveLength(edges.length + 1);
    expect(percentiles(matrix)).toEqual(percentiles(bucketsOn(grid)));
  });

  test("reads points that both cover from the first one only", async () => {
    const zeros = (part: Grid): Matrix => makeMatrix(part, 1, () => 0);
    const second = provider("second", [always], zeros);
    const { matrix } = await joinProviders([provider("first", [always]), second])(request);
    expect(byEdge(matrix)).toEqual(byEdge(bucketsOn(grid)));
    expect(second.requests).toEqual([]);
  });

  test("reports the oldest read, and the earliest failure that made a part stale", async () => {
    const stale = { sinceMs: 5, code: "source-slow", reason: "it is slow" } as const;
    const providers = [
      createMemoryProvider({ name: "recent", windows: [since], readValues: bucketsOn, asOfMs: 900, stale }),
      createMemoryProvider({ name: "old", windows: [before], readValues: bucketsOn, asOfMs: 700 }),
    ];
    expect(await joinProviders(providers)(request)).toMatchObject({ asOfMs: 700, stale });
  });
});

describe("missing points", () => {
  const missingOf = ({ rows }: Matrix): readonly boolean[] =>
    Array.from({ length: grid.pointCount }, (_, index) =>
      rows.every(({ values }) => Number.isNaN(values[index])),
    );
  const isBefore = Array.from({ length: grid.pointCount }, (_, index) => index < 8);

  test("are absent, never 0, where a provider failed, with its reason", async () => {
    const { matrix, coverage } = await joinProviders([
      provider("recent", [since]),
      provider("old", [before], down),
    ])(request);
    expect(missingOf(matrix)).toEqual(isBefore);
    expect(percentiles(matrix).slice(0, 8).every(Number.isNaN)).toBe(true);
    expect(coverage[0]).toMatchObject({ kind: "missing", reasons: ["old: it is down"] });
    expect(matrix.warnings).toEqual(["old: it is down"]);
  });

  test("are absent where no provider covers them, with the reason of each", async () => {
    const { matrix, coverage } = await joinProviders([provider("recent", [since]), provider("old", [])])(
      request,
    );
    expect(missingOf(matrix)).toEqual(isBefore);
    const reasons = ["recent: nothing else is stored", "old: nothing else is stored"];
    expect(coverage[0]).toMatchObject({ kind: "missing", grid: { pointCount: 8 }, reasons });
    expect(matrix.warnings).toEqual(reasons);
  });

  test("are all points if no provider covers any", async () => {
    const { matrix, coverage } = await joinProviders([provider("old", [])])(request);
    expect(matrix).toMatchObject({ grid, rows: [] });
    expect(coverage).toMatchObject([{ kind: "missing", grid }]);
  });

  test("do not become another provider's points during a failure", async () => {
    const second = provider("second", [always]);
    const first = provider("first", [since], down);
    const { matrix } = await joinProviders([first, second])(request);
    expect(missingOf(matrix)).toEqual(isBefore.map((one) => !one));
  });

  test("belong to the next provider if the coverage of one cannot be read", async () => {
    const broken = { ...provider("first", [always]), findCoverage: async () => Promise.reject(failure) };
    const failure = new AppError("database-unavailable", "the database is down");
    const { matrix } = await joinProviders([broken, provider("second", [since])])(request);
    expect(missingOf(matrix)).toEqual(isBefore);
    expect(matrix.warnings).toContain("first: the database is down");
  });

  test("never hide an unexpected error", async () => {
    const bug = (): never => {
      throw new TypeError("a bug");
    };
    const providers = [provider("recent", [since]), provider("old", [before], bug)];
    await expect(joinProviders(providers)(request)).rejects.toThrow("a bug");
  });
});

const windows = fc.array(
  fc.tuple(fc.nat(25), fc.nat(25)).map(([from, length]): TimeWindow => {
    const startMs = grid.startMs + (from - 2) * grid.stepMs;
    return { startMs, endMs: startMs + length * grid.stepMs };
  }),
  { maxLength: 3 },
);

test("reads every covered point once and returns the numbers of one provider, for any coverage", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(windows, { minLength: 1, maxLength: 3 }), async (coverages) => {
      const providers = coverages.map((one, index) => provider(`provider ${index}`, one));
      const { matrix, coverage } = await joinProviders(providers)(request);
      const timesOf = ({ startMs, stepMs, pointCount }: Grid): readonly number[] =>
        Array.from({ length: pointCount }, (_, index) => startMs + index * stepMs);
      expect(coverage.flatMap((part) => timesOf(part.grid))).toEqual(timesOf(grid));
      const read = providers.flatMap(({ requests }) => requests.flatMap((one) => timesOf(one.grid)));
      const isCovered = (timeMs: number): boolean =>
        coverages.flat().some(({ startMs, endMs }) => startMs <= timeMs && timeMs <= endMs);
      expect(read.toSorted((a, b) => a - b)).toEqual(timesOf(grid).filter(isCovered));
      const expected = percentiles(bucketsOn(grid)).map((value, index) =>
        isCovered(grid.startMs + index * grid.stepMs) ? value : NaN,
      );
      expect(percentiles(matrix)).toEqual(expected);
    }),
  );
});
