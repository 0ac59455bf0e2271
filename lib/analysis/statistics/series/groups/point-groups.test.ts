import { describe, expect, test } from "vitest";
import { runWithoutPause } from "@/lib/base/steps";
import { createSeededRandom, randomNormal } from "@/lib/analysis/statistics/seeded-random";
import { findGroupSplit } from "./best-split";
import type { PairBuckets } from "./resolved-split";
import { findGroupsInSteps, type PointGroups } from "./point-groups";

type Columns = readonly [Float64Array, Float64Array];
interface Draws {
  readonly normal: () => number;
  readonly uniform: () => number;
}

const column = (n: number, valueAt: (index: number) => number): Float64Array =>
  Float64Array.from({ length: n }, (_, index) => valueAt(index));
const white = (n: number, draw: () => number): Columns => [column(n, draw), column(n, draw)];

/** First-order autoregressive series of variance 1, with a trend that rises by `rise`. */
function drift(n: number, { repeat, rise }: { repeat: number; rise: number }, { normal }: Draws): Columns {
  const series = (): Float64Array => {
    let state = normal();
    return column(n, (index) => {
      state = repeat * state + Math.sqrt(1 - repeat * repeat) * normal();
      return state + (rise * index) / n;
    });
  };
  return [series(), series()];
}

/** Returns a count with the given mean (Knuth's method). */
function poisson(mean: number, uniform: () => number): number {
  let [count, product] = [0, uniform()];
  for (; product > Math.exp(-mean); count += 1) product *= uniform();
  return count;
}

/** Columns of one cloud, for which two groups are a false alarm. */
const oneCloud: Readonly<Record<string, (n: number, draws: Draws) => Columns>> = {
  "a normal cloud": (n, { normal }) => white(n, normal),
  "an elongated, correlated cloud": (n, { normal }) => {
    const xs = column(n, normal);
    return [xs, xs.map((x) => 0.95 * x + 0.31 * normal())];
  },
  "uniform points along a line": (n, { uniform }) => {
    const xs = column(n, uniform);
    return [xs, xs.map((x) => 2 * x + 1)];
  },
  "evenly spaced points on a line": (n) => [column(n, (at) => at), column(n, (at) => 2 * at)],
  "log-normal values over decades": (n, { normal }) => white(n, () => Math.exp(normal())),
  "log-normal values within a decade": (n, { normal }) => white(n, () => Math.exp(0.45 * normal())),
  "exponential values on a linear axis": (n, { uniform }) => {
    const [xs, ys] = white(n, () => -Math.log(1 - uniform()));
    return [xs.with(0, 0), ys.with(0, 0)];
  },
  "a slow trend with autocorrelation 0.8": (n, draws) => drift(n, { repeat: 0.8, rise: 4 }, draws),
  "autocorrelation 0.95 without a trend": (n, draws) => drift(n, { repeat: 0.95, rise: 0 }, draws),
  "small counts": (n, { uniform }) => [
    column(n, () => poisson(0.2, uniform)),
    column(n, () => poisson(1, uniform)),
  ],
};

const rounds = 300;
function rateOfSplits(n: number, draw: (draws: Draws) => Columns): number {
  const uniform = createSeededRandom(29 + n);
  const draws = { uniform, normal: () => randomNormal(uniform) };
  const found = Array.from({ length: rounds }, () => findGroupSplit(...draw(draws))).filter(
    (split) => split !== null,
  );
  return found.length / rounds;
}

describe.each(Object.entries(oneCloud))("%s are not two groups", (_name, draw) => {
  test.each([20, 40, 60, 120, 240])("in at least 19 of 20 cases with %i points", (n) => {
    expect(rateOfSplits(n, (draws) => draw(n, draws))).toBeLessThan(0.05);
  });
});

/** Healthy minutes with TTFT about 0.2 s, and an incident with 7 s in the given share of the points. */
function incident(n: number, share: number, { normal }: Draws): Columns {
  const [start, end] = [Math.floor(n * 0.4), Math.floor(n * 0.4) + Math.round(n * share)];
  const isIncident = (at: number): boolean => at >= start && at < end;
  return [
    column(n, (at) => (isIncident(at) ? 7.9 : 4.1) * Math.exp(0.1 * normal())),
    column(n, (at) => (isIncident(at) ? 7 : 0.2) * Math.exp(0.3 * normal())),
  ];
}

describe("a healthy period and an incident are two groups", () => {
  test.each([
    [20, 0.4],
    [40, 0.3],
    [60, 0.12],
    [120, 0.3],
    [240, 0.1],
  ])("in at least 19 of 20 cases with %i points, incident share %f", (n, share) => {
    expect(rateOfSplits(n, (draws) => incident(n, share, draws))).toBeGreaterThan(0.95);
  });
});

const seed = { seed: 1 };
const groupsOf = (xs: Float64Array, ys: Float64Array): PointGroups =>
  runWithoutPause(findGroupsInSteps(xs, ys, seed));

function drawIncident(n: number, share: number): Columns {
  const random = createSeededRandom(3);
  return incident(n, share, { uniform: random, normal: () => randomNormal(random) });
}

test("describes size, centre, time and correlation of both groups", () => {
  const [xs, ys] = drawIncident(60, 0.25);
  const groups = groupsOf(xs, ys);
  if (groups.kind !== "two-groups") throw new Error(groups.kind);
  expect(groups).toMatchObject({ n: 60, first: { n: 45, share: 0.75 }, second: { n: 15, share: 0.25 } });
  expect(groups.first.centre.y).toBeCloseTo(0.2, 1);
  expect(Math.abs(groups.second.centre.y - 7)).toBeLessThan(2);
  expect(Math.abs(groups.second.centre.x - 7.9)).toBeLessThan(0.5);
  expect(groups.secondRuns).toEqual([{ fromIndex: 24, toIndex: 38 }]);
  expect(groups.second.correlation).toEqual({ kind: "too-few", required: 20 });
  // Both signals are independent within a group, and strongly related over both groups.
  if (groups.first.correlation.kind !== "correlation") throw new Error(groups.first.correlation.kind);
  const { lower, upper } = groups.first.correlation.spearman;
  expect(lower).toBeLessThan(0);
  expect(upper).toBeGreaterThan(0);
});

test("keeps a run over two missing points, and ends it after three", () => {
  const [xs, ys] = drawIncident(60, 0.25);
  for (const at of [27, 28, 32, 33, 34]) ys[at] = Number.NaN;
  const groups = groupsOf(xs, ys);
  if (groups.kind !== "two-groups") throw new Error(groups.kind);
  expect(groups.second.n).toBe(10);
  expect(groups.secondRuns).toEqual([
    { fromIndex: 24, toIndex: 31 },
    { fromIndex: 35, toIndex: 38 },
  ]);
});

test("returns a reason with fewer than 20 pairs, and when a signal does not change", () => {
  const [xs, ys] = drawIncident(19, 0.4);
  expect(groupsOf(xs, ys)).toEqual({ kind: "too-few", n: 19, required: 20 });
  const flat = new Float64Array(40).fill(3);
  expect(
    groupsOf(
      flat,
      column(40, (at) => at),
    ),
  ).toEqual({
    kind: "no-spread",
    n: 40,
    constantSeries: "x",
  });
});

/** A rate around 4 per second, and a percentile that is 7.3 s, and 9.02 s in six minutes of 59. */
function alternatingPercentile(edges: readonly number[]) {
  const random = createSeededRandom(5);
  const xs = column(59, () => 4 * Math.exp(0.1 * randomNormal(random)));
  const ys = column(59, (at) => (at >= 20 && at < 26 ? 9.02 : 7.3) + 0.02 * randomNormal(random));
  const lowerOf = (value: number): number => edges.findLast((edge) => edge <= value) ?? Number.NaN;
  const upperOf = (value: number): number => edges.find((edge) => edge > value) ?? Number.POSITIVE_INFINITY;
  return { xs, ys, y: { lower: ys.map(lowerOf), upper: ys.map(upperOf) } };
}

test("finds no groups in a percentile that alternates between two adjacent buckets", () => {
  const { xs, ys, y } = alternatingPercentile([5, 7.5, 10]);
  const groups = (buckets: PairBuckets): PointGroups =>
    runWithoutPause(findGroupsInSteps(xs, ys, { ...seed, buckets }));
  expect(groups({ y })).toEqual({ kind: "one-group", n: 59 });
  // Without buckets, the values are exact.
  expect(groups({})).toMatchObject({ kind: "two-groups", first: { n: 53 }, second: { n: 6 } });
});

test("finds groups with a complete bucket between their medians, or along an axis without buckets", () => {
  const fine = alternatingPercentile([5, 7.5, 8, 8.5, 10]);
  expect(
    runWithoutPause(findGroupsInSteps(fine.xs, fine.ys, { ...seed, buckets: { y: fine.y } })),
  ).toMatchObject({ kind: "two-groups", second: { n: 6 } });
  const { ys, y } = alternatingPercentile([5, 7.5, 10]);
  const [xs] = drawIncident(59, 0.25);
  const along = runWithoutPause(findGroupsInSteps(xs, ys, { ...seed, buckets: { y } }));
  if (along.kind !== "two-groups") throw new Error(along.kind);
  expect(along.first.centre.x).toBeCloseTo(4.1, 0);
  expect(along.second.centre.x).toBeCloseTo(7.9, 0);
});
