import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import { expect, test } from "vitest";
import { AppError } from "@/lib/model/app-error";
import { createSpacingReader } from "./spacing-reader";

const minuteMs = 60_000;
const startMs = 1_800_000_000_000;

/** A source with samples every `spacingMs`. */
function stage() {
  const state = {
    nowMs: 0,
    spacingMs: 5_000,
    sampleCount: 4,
    measured: 0,
    error: undefined as AppError | undefined,
  };
  const read = createSpacingReader({
    nowMs: () => startMs + state.nowMs,
    monotonicMs: () => state.nowMs,
    random: () => 0.5,
    findSpacingSource: () => ({
      queryRange: ({ grid }) => Promise.resolve({ grid, rows: [], warnings: [], infos: [] }),
      queryInstant: ({ atMs }) => {
        state.measured += 1;
        if (state.error !== undefined) return Promise.reject(state.error);
        return Promise.resolve({
          samples: [{ labels: { i: "1" }, value: 9, atMs }],
          warnings: [],
          infos: [],
        });
      },
      querySamples: () => {
        const timesMs = Float64Array.from(
          { length: state.sampleCount },
          (_, index) => index * state.spacingMs,
        );
        return Promise.resolve([{ labels: {}, timesMs, values: timesMs }]);
      },
    }),
  });
  const at = (minutes: number, { lengthMinutes = 60, isLive = true } = {}) =>
    read({
      isLive,
      source: requireReadableSource("p", allSources),
      selectorPromql: "up",
      window: {
        startMs: startMs + minutes * minuteMs,
        endMs: startMs + (minutes + lengthMinutes) * minuteMs,
      },
    });
  return { state, at };
}

const equalSpacing = (ms: number) => ({ longestMs: ms, shortestMs: ms });

test("shares one measurement of a moving window for a minute", async () => {
  const { state, at } = stage();
  expect(await Promise.all([at(0), at(0)])).toEqual([equalSpacing(5_000), equalSpacing(5_000)]);
  const { measured } = state;
  state.nowMs += minuteMs - 1;
  await at(1);
  expect(state.measured).toBe(measured);
});

test("returns the known interval after a minute and measures again in the background", async () => {
  const { state, at } = stage();
  await at(0);
  state.nowMs += minuteMs;
  state.spacingMs = 1_000;
  expect(await at(1)).toEqual(equalSpacing(5_000));
  await expect.poll(() => at(1)).toEqual(equalSpacing(1_000));
});

test("measures a window at another time", async () => {
  const { state, at } = stage();
  await at(0);
  state.spacingMs = 30_000;
  expect(await at(-600)).toEqual(equalSpacing(30_000));
  expect(await at(30)).toEqual(equalSpacing(30_000));
});

test("returns the last known interval of a window's length while the source is down", async () => {
  const { state, at } = stage();
  await at(0);
  state.error = new AppError("source-unreachable", "gone");
  state.nowMs += 40 * minuteMs;
  expect(await at(40)).toEqual(equalSpacing(5_000));
  expect(await at(61)).toEqual(equalSpacing(5_000));
});

test("throws for a refused selector", async () => {
  const { state, at } = stage();
  await at(0);
  state.error = new AppError("query-refused", "parse error");
  state.nowMs += 40 * minuteMs;
  await expect(at(40)).rejects.toBe(state.error);
});

test("measures again within seconds when there are not enough samples yet", async () => {
  const { state, at } = stage();
  state.sampleCount = 1;
  expect(await at(0)).toBeNull();
  state.sampleCount = 2;
  state.nowMs += 4_999;
  expect(await at(0)).toBeNull();
  state.nowMs += 1;
  expect(await at(0)).toEqual(equalSpacing(5_000));
});

test("measures a refused selector at most every three seconds, however many callers need it", async () => {
  const { state, at } = stage();
  state.error = new AppError("query-refused", "the metrics source rejected the query (422)");
  const measureAll = () => Promise.allSettled(Array.from({ length: 50 }, () => at(0)));
  await measureAll();
  const { measured } = state;
  for (let second = 1; second < 3; second += 1) {
    state.nowMs = second * 1_000;
    await measureAll();
  }
  expect(state.measured).toBe(measured);
  state.nowMs = 3_000;
  state.error = undefined;
  expect(await at(0)).toEqual(equalSpacing(5_000));
});

test("measures a fixed window itself, however much of it an earlier measurement covers", async () => {
  const { state, at } = stage();
  await at(0);
  state.spacingMs = 30_000;
  expect(await at(1)).toEqual(equalSpacing(5_000));
  expect(await at(1, { isLive: false })).toEqual(equalSpacing(30_000));
});

test("measures a fixed window again until all of its samples have arrived, and then never again", async () => {
  const { state, at } = stage();
  const endMs = 60 * minuteMs;
  const readAfter = (ms: number) => {
    state.nowMs = endMs + ms;
    return at(0, { isLive: false });
  };
  expect(await readAfter(2_000)).toEqual(equalSpacing(5_000));
  state.spacingMs = 10_000;
  expect(await readAfter(6_999)).toEqual(equalSpacing(5_000));
  expect(await readAfter(7_000)).toEqual(equalSpacing(10_000));
  expect(await readAfter(minuteMs)).toEqual(equalSpacing(10_000));
  const { measured } = state;
  state.spacingMs = 15_000;
  expect(await readAfter(600 * minuteMs)).toEqual(equalSpacing(10_000));
  expect(state.measured).toBe(measured);
});

test("returns the interval of a fixed window while the source is down, if it was measured before", async () => {
  const { state, at } = stage();
  state.nowMs = 60 * minuteMs;
  await at(0, { isLive: false });
  state.error = new AppError("source-unreachable", "gone");
  state.nowMs += 10_000;
  expect(await at(0, { isLive: false })).toEqual(equalSpacing(5_000));
  await expect(at(-1, { isLive: false })).rejects.toBe(state.error);
});
