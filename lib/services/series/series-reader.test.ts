import { allSources, requireReadableSource, createSourceScope } from "@/lib/model/sources/source-scope";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/model/app-error";
import type { Grid, Matrix } from "@/lib/model/grid";
import { createFormulaSource, makeMatrix, type FormulaSourceOptions, type ValueFormula } from "./fixtures";
import type { RangeReadRequest } from "./range-reader";
import { createSeriesReader } from "./series-reader";

const epochMs = 1_800_000_000_000;
const stepMs = 15_000;

/** Rows start and stop; samples younger than 45 s are still arriving. */
const truth: ValueFormula = (row, timeMs, queriedAtMs) => {
  const index = Math.floor(timeMs / stepMs);
  if ((index + row * 7) % 40 < row * 5) return NaN;
  return index * 10 + row + (queriedAtMs - timeMs < 45_000 ? 0.5 : 0);
};

function stage(parts: Partial<FormulaSourceOptions> = {}) {
  const clock = { nowMs: epochMs, monotonicMs: 0 };
  const source = createFormulaSource({ rowCount: 5, formula: truth, nowMs: () => clock.nowMs, ...parts });
  const reader = createSeriesReader({
    promqlSource: source,
    nowMs: () => clock.nowMs,
    monotonicMs: () => clock.monotonicMs,
    random: () => 0.5,
    cacheBytes: 10_000_000,
  });
  const pass = (ms: number): void => {
    clock.nowMs += ms;
    clock.monotonicMs += ms;
  };
  const gridNow = (pointCount: number): Grid => {
    const endMs = Math.floor(clock.nowMs / stepMs) * stepMs;
    return { startMs: endMs - (pointCount - 1) * stepMs, stepMs, pointCount };
  };
  const read = (grid: Grid, more: Partial<RangeReadRequest> = {}) =>
    reader.readRange({
      source: requireReadableSource("p", allSources),
      promql: "x",
      grid,
      isLive: true,
      ...more,
    });
  const fullMatrix = (grid: Grid): Matrix =>
    makeMatrix(grid, 5, (row, timeMs) => truth(row, timeMs, clock.nowMs));
  return { clock, source, reader, pass, gridNow, read, fullMatrix };
}

describe("points that are read again", () => {
  test("reads only points that are new or not final on refresh", async () => {
    const { source, pass, gridNow, read, fullMatrix } = stage();
    await read(gridNow(200));
    pass(15_000);
    const { matrix } = await read(gridNow(200));
    expect(matrix).toEqual(fullMatrix(gridNow(200)));
    // 60 s are not final. At a step of 15 s these are four points, plus the new point.
    expect(source.rangeRequests.map(({ grid }) => grid.pointCount)).toEqual([200, 5]);
  });

  test("returns the same as a full read from cache and tail, for any sequence of windows and pauses", async () => {
    const walk = fc.array(
      fc.record({
        pauseMs: fc.nat(200_000),
        pointCount: fc.integer({ min: 1, max: 120 }),
        live: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(walk, async (steps) => {
        const { pass, gridNow, read, fullMatrix } = stage();
        for (const { pauseMs, pointCount, live } of steps) {
          // Callers within five seconds share a result, so a later one starts with the next slot.
          pass(Math.ceil(pauseMs / 5_000 + 1) * 5_000);
          const grid = gridNow(pointCount);
          expect((await read(grid, { isLive: live })).matrix).toEqual(fullMatrix(grid));
        }
      }),
    );
  });

  test("reports a final result as current", async () => {
    const { clock, source, pass, gridNow, read } = stage();
    const settled = gridNow(50);
    pass(120_000);
    await read(settled);
    pass(90_000);
    expect((await read(settled)).asOfMs).toBe(clock.nowMs);
    expect(source.rangeRequests).toHaveLength(1);
    // A result that can still change is as old as its read.
    const moving = await read(gridNow(50));
    pass(1_000);
    expect((await read(gridNow(50))).asOfMs).toBe(moving.asOfMs);
  });

  test("shares one read within five seconds", async () => {
    const { source, pass, gridNow, read } = stage();
    await read(gridNow(50));
    pass(4_999);
    await read(gridNow(50));
    expect(source.rangeRequests).toHaveLength(1);
    pass(1);
    await read(gridNow(50));
    expect(source.rangeRequests).toHaveLength(2);
  });

  test("reads everything again after ten minutes", async () => {
    const { source, pass, gridNow, read } = stage();
    await read(gridNow(100));
    for (let minute = 0; minute < 10; minute += 1) {
      pass(60_000);
      await read(gridNow(100));
    }
    expect(source.rangeRequests.map(({ grid }) => grid.pointCount)).toEqual([
      100,
      ...Array<number>(9).fill(8),
      100,
    ]);
  });

  test("reads only the missing part for a wider window, and keeps it for a later narrow one", async () => {
    const { source, pass, gridNow, read, fullMatrix } = stage();
    await read(gridNow(100));
    pass(5_000);
    expect((await read(gridNow(140))).matrix).toEqual(fullMatrix(gridNow(140)));
    pass(5_000);
    await read(gridNow(100));
    pass(5_000);
    await read(gridNow(140));
    expect(source.rangeRequests.map(({ grid }) => grid.pointCount)).toEqual([100, 40, 4, 4, 5]);
  });

  test("keeps points open for longer at a longer scrape interval", async () => {
    const { source, pass, gridNow, read } = stage();
    await read(gridNow(100), { longestSpacingMs: 120_000 });
    pass(15_000);
    await read(gridNow(100), { longestSpacingMs: 120_000 });
    expect(source.rangeRequests.map(({ grid }) => grid.pointCount)).toEqual([100, 17]);
  });

  test("never extends a result with warnings", async () => {
    const parts = stage();
    const partial = parts.source.queryRange;
    let isPartial = true;
    Object.assign(parts.source, {
      queryRange: async (...given: Parameters<typeof partial>) => {
        const matrix = await partial(...given);
        return isPartial
          ? { ...matrix, rows: matrix.rows.slice(1), warnings: ["a store is unavailable"] }
          : matrix;
      },
    });
    expect((await parts.read(parts.gridNow(50))).matrix.warnings).toEqual(["a store is unavailable"]);
    isPartial = false;
    parts.pass(5_000);
    expect((await parts.read(parts.gridNow(50))).matrix).toEqual(parts.fullMatrix(parts.gridNow(50)));
  });

  test("never returns the result of another scope", async () => {
    const { source, gridNow, read } = stage();
    await read(gridNow(50), { source: requireReadableSource("p", createSourceScope(["p"])) });
    await read(gridNow(50), { source: requireReadableSource("p", allSources) });
    await read(gridNow(50), { source: requireReadableSource("p", createSourceScope(["p"])) });
    expect(source.rangeRequests).toHaveLength(2);
  });
});

describe("limits", () => {
  test.each([
    ["points", 11_001, 1],
    ["series", 10, 2_001],
    ["numbers", 2_000, 1_001],
  ])("refuses too many %s", async (_what, pointCount, rowCount) => {
    const { gridNow, read } = stage({ rowCount, formula: () => 1 });
    await expect(read(gridNow(pointCount))).rejects.toMatchObject({ code: "query-too-large" });
  });
});

describe("failures", () => {
  const failing = () => {
    const state = { error: undefined as AppError | undefined };
    const parts = stage({
      beforeResponse: () => {
        if (state.error !== undefined) throw new AppError(state.error.code, state.error.message);
      },
    });
    return { state, ...parts };
  };

  test("returns the last good result with age, start and reason of the failure, and recovers", async () => {
    const { state, pass, gridNow, read, fullMatrix, clock } = failing();
    const goodAtMs = clock.nowMs;
    await read(gridNow(50));
    pass(15_000);
    state.error = new AppError("source-unreachable", "it is unavailable");
    const failedAtMs = clock.nowMs;
    const first = await read(gridNow(50));
    expect(first.asOfMs).toBe(goodAtMs);
    expect(first.stale).toEqual({
      sinceMs: failedAtMs,
      code: "source-unreachable",
      reason: "it is unavailable",
    });
    expect(first.matrix.rows[0]?.values.at(-1)).toBeNaN();
    pass(30_000);
    expect((await read(gridNow(50))).stale?.sinceMs).toBe(failedAtMs);
    state.error = undefined;
    pass(5_000);
    const healed = await read(gridNow(50));
    expect(healed).toMatchObject({ stale: null, asOfMs: clock.nowMs });
    expect(healed.matrix).toEqual(fullMatrix(gridNow(50)));
  });

  test("throws the failure when there is no good result", async () => {
    const { state, gridNow, read } = failing();
    state.error = new AppError("source-slow", "too slow");
    await expect(read(gridNow(50))).rejects.toEqual(state.error);
  });

  test("throws for a refused query even if an old result is cached", async () => {
    const { state, pass, gridNow, read } = failing();
    await read(gridNow(50));
    pass(15_000);
    state.error = new AppError("query-refused", "parse error");
    await expect(read(gridNow(50))).rejects.toEqual(state.error);
  });

  test("repeats a failure for less than a second, then queries again", async () => {
    const { state, source, pass, gridNow, read } = failing();
    state.error = new AppError("source-unreachable", "gone");
    const failure = () => read(gridNow(50)).catch((error: unknown) => error);
    await failure();
    pass(700);
    expect(await failure()).toEqual(state.error);
    expect(source.rangeRequests).toHaveLength(1);
    pass(300);
    await failure();
    expect(source.rangeRequests).toHaveLength(2);
  });

  test.each(["query-refused", "query-too-large"] as const)(
    "fifty viewers repeat a query with %s every three seconds, and see its recovery in five seconds",
    async (code) => {
      const { state, source, pass, gridNow, read } = failing();
      state.error = new AppError(code, "the metrics source rejected the query (422)");
      for (let second = 0; second < 20; second += 1) {
        await Promise.allSettled(Array.from({ length: 50 }, () => read(gridNow(50))));
        pass(1_000);
      }
      expect(source.rangeRequests).toHaveLength(7);
      state.error = undefined;
      pass(4_000);
      expect(await read(gridNow(50))).toMatchObject({ stale: null });
    },
  );

  test("rejects every waiting caller once when a shared read fails", async () => {
    const { state, source, gridNow, read } = failing();
    state.error = new AppError("source-unreachable", "gone");
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => read(gridNow(50))));
    expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
    expect(source.rangeRequests).toHaveLength(1);
  });
});

describe("concurrent callers", () => {
  test("continues a read while a caller waits and cancels it when the last one cancels", async () => {
    const gate = Promise.withResolvers<void>();
    const { source, gridNow, read } = stage({ beforeResponse: () => gate.promise });
    const [first, second] = [new AbortController(), new AbortController()];
    const outcomes = Promise.allSettled([
      read(gridNow(50), { signal: first.signal }),
      read(gridNow(50), { signal: second.signal }),
    ]);
    first.abort();
    expect(source.rangeRequests[0]?.signal?.aborted).toBe(false);
    second.abort();
    expect(source.rangeRequests[0]?.signal?.aborted).toBe(true);
    gate.resolve();
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    // A cancelled read is not a failure of the source.
    expect((await read(gridNow(50))).stale).toBeNull();
  });

  test("completes a read that was sent although all callers cancelled, and the next caller finds it", async () => {
    const gate = Promise.withResolvers<void>();
    const { source, gridNow, read, fullMatrix } = stage({
      beforeResponse: ({ onSent }) => {
        onSent?.();
        return gate.promise;
      },
    });
    const leaving = new AbortController();
    const left = read(gridNow(50), { signal: leaving.signal });
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    expect(source.rangeRequests[0]?.signal?.aborted).toBe(false);
    const late = read(gridNow(50));
    gate.resolve();
    expect((await late).matrix).toEqual(fullMatrix(gridNow(50)));
    await read(gridNow(50));
    expect(source.rangeRequests).toHaveLength(1);
  });

  test("extends a read in flight for a caller one step later, instead of reading everything", async () => {
    const gate = Promise.withResolvers<void>();
    const { source, pass, gridNow, read, fullMatrix } = stage({ beforeResponse: () => gate.promise });
    const early = read(gridNow(100));
    pass(15_000);
    const grid = gridNow(100);
    const late = read(grid);
    gate.resolve();
    await early;
    expect((await late).matrix).toEqual(fullMatrix(grid));
    expect(source.rangeRequests.map((range) => range.grid.pointCount)).toEqual([100, 5]);
  });

  test("returns the correct final points, however responses overtake each other", async () => {
    const readers = fc.array(
      fc.record({ pauseMs: fc.nat(40_000), pointCount: fc.integer({ min: 10, max: 60 }) }),
      {
        minLength: 2,
        maxLength: 8,
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), readers, async (scheduler, steps) => {
        const { clock, pass, gridNow, read } = stage({
          beforeResponse: () => scheduler.schedule(Promise.resolve()),
        });
        const wrong: string[] = [];
        const reads = steps.map(async ({ pauseMs, pointCount }) => {
          await scheduler.schedule(Promise.resolve());
          pass(pauseMs);
          const grid = gridNow(pointCount);
          const { matrix } = await read(grid);
          const settledMs = clock.nowMs - 400_000;
          for (const { labels, values } of matrix.rows) {
            for (const [index, value] of values.entries()) {
              const timeMs = grid.startMs + index * stepMs;
              const row = Number(labels["row"]);
              const isOpen = timeMs > settledMs;
              const [settled, young] = [truth(row, timeMs, timeMs + 1e9), truth(row, timeMs, timeMs)];
              const isRight = Object.is(value, settled) || (isOpen && Object.is(value, young));
              if (!isRight) wrong.push(`row ${row} at ${index}: ${value}, not ${settled}`);
            }
          }
        });
        await scheduler.waitIdle();
        await Promise.all(reads);
        expect(wrong).toEqual([]);
      }),
    );
  });
});

describe("instants", () => {
  test("shares one read at the same aligned time, and never reads a final value again", async () => {
    const { clock, pass, reader } = stage();
    const atMs = clock.nowMs;
    const read = () =>
      reader.readInstant({ source: requireReadableSource("p", allSources), promql: "x", atMs });
    const [first, second] = await Promise.all([read(), read()]);
    expect(first.vector).toBe(second.vector);
    pass(70_000);
    const third = await read();
    expect(third.vector).not.toBe(first.vector);
    pass(70_000);
    expect((await read()).vector).toBe(third.vector);
  });

  test("returns the latest value while the source is down, also after a read of an earlier time", async () => {
    const state = { isDown: false };
    const { clock, pass, reader } = stage({
      formula: (_row, timeMs) => {
        if (state.isDown) throw new AppError("source-unreachable", "it is unavailable");
        return timeMs;
      },
    });
    const readAt = (atMs: number) =>
      reader.readInstant({ source: requireReadableSource("p", allSources), promql: "x", atMs });
    const latestMs = clock.nowMs;
    await readAt(latestMs);
    await readAt(latestMs - 60_000);
    state.isDown = true;
    pass(15_000);
    const { vector, stale } = await readAt(latestMs + 15_000);
    expect(stale).not.toBeNull();
    expect(vector.samples[0]?.value).toBe(latestMs);
  });
});

describe("a clock that is set back", () => {
  test("does not keep points that were read before they happened, and caches further reads", async () => {
    const { clock, source, gridNow, read, fullMatrix } = stage();
    clock.nowMs += 300_000;
    await read(gridNow(40));
    clock.nowMs -= 300_000;
    const { matrix, asOfMs } = await read(gridNow(40));
    expect(matrix).toEqual(fullMatrix(gridNow(40)));
    expect(asOfMs).toBe(clock.nowMs);
    const requestCount = source.rangeRequests.length;
    await read(gridNow(40));
    expect(source.rangeRequests).toHaveLength(requestCount);
  });

  test("returns the last known values while the source is down, with no negative age", async () => {
    const state = { isDown: false };
    const { clock, gridNow, read, reader } = stage({
      formula: (_row, timeMs) => {
        if (state.isDown) throw new AppError("source-unreachable", "it is unavailable");
        return timeMs;
      },
    });
    const readInstant = () =>
      reader.readInstant({ source: requireReadableSource("p", allSources), promql: "x", atMs: clock.nowMs });
    await Promise.all([read(gridNow(40)), readInstant()]);
    state.isDown = true;
    clock.nowMs -= 300_000;
    for (const { asOfMs, stale } of [await read(gridNow(40)), await readInstant()]) {
      expect(stale?.code).toBe("source-unreachable");
      expect(asOfMs).toBe(clock.nowMs);
    }
    state.isDown = false;
    clock.monotonicMs += 2_000;
    const first = await readInstant();
    expect(first).toMatchObject({ asOfMs: clock.nowMs, stale: null });
    expect((await readInstant()).vector).toBe(first.vector);
  });
});
