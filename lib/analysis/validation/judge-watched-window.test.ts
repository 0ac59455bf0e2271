import { describe, expect, test } from "vitest";
import { measureFixture } from "@/lib/analysis/comparisons/fixtures";
import { computeMargin } from "@/lib/analysis/statistics/verdict/margin";
import type { MeasuredWindow } from "@/lib/model/comparison/measured-side";
import { combineWatchVerdicts, judgeWatchedWindow } from "./judge-watched-window";
import { listWatchLimits, type WatchLimit } from "./watch-limits";

const goal = { signal: "ttft", statistic: "mean" } as const;
const tpot = { signal: "tpot", statistic: "mean" } as const;
const after = measureFixture({ seed: 2 });
const judge = (window: MeasuredWindow, limits: readonly WatchLimit[] = []) =>
  judgeWatchedWindow({ validated: after, window, values: [goal, tpot], limits });
const meanOf = (window: MeasuredWindow, signal: "ttft" | "tpot"): number => {
  const row = judge(window).rows.find(({ compared }) => compared.signal === signal);
  return row?.compared.after.kind === "present" ? row.compared.after.headline.value : Number.NaN;
};
/** A limit relative to the validated mean. */
const limit = (signal: "ttft" | "tpot", ratio: number): WatchLimit => ({
  kind: "at-most",
  signal,
  statistic: "mean",
  value: ratio * meanOf(after, signal),
});

describe("a window of a watch", () => {
  test("is the same without a change, and worse at twice the latency", () => {
    expect(judge(measureFixture({ seed: 3 })).verdict).toBe("same");
    expect(judge(measureFixture({ seed: 3, factor: 2 })).verdict).toBe("worse");
  });

  test("has no verdict with fewer requests or another load, however much slower it is", () => {
    const short = judge(measureFixture({ seed: 3, factor: 2, blockCount: 100 }));
    expect(short).toMatchObject({
      verdict: "cannot-tell",
      missingCount: { count: 20_000, neededCount: 24_000 },
    });
    expect(judge(measureFixture({ seed: 3, factor: 2, requestsPerBlock: 300 }))).toMatchObject({
      verdict: "cannot-tell",
      obstacles: [{ kind: "load" }],
    });
  });

  test("is judged by the default margin, because the history before it contains the problem", () => {
    const margins = judge(measureFixture({ seed: 3 })).rows.map(({ compared }) => compared.comparison.margin);
    expect(margins).toEqual([computeMargin(undefined), computeMargin(undefined)]);
  });

  test("has no verdict without the value of the goal", () => {
    const { ttft: _ttft, ...distributions } = after.measured.distributions;
    expect(judge({ ...after, measured: { ...after.measured, distributions } }).verdict).toBe("cannot-tell");
  });

  test("of several deployments is worse if one is worse, and has no verdict if one has none", () => {
    expect(combineWatchVerdicts(["same", "worse", "cannot-tell"])).toBe("worse");
    expect(combineWatchVerdicts(["same", "cannot-tell", "better"])).toBe("cannot-tell");
    expect(combineWatchVerdicts(["same", "better"])).toBe("better");
    expect(combineWatchVerdicts([])).toBe("cannot-tell");
  });
});

describe("the limits of a watch", () => {
  const slower = measureFixture({ seed: 3, factor: 1.05 });

  test("are relative to the baseline's value, and a better direction decides their side", () => {
    const part = (value: number) => ({ baseline: { value } });
    const limits = listWatchLimits({
      goal: [{ kind: "change", ...goal, changeRatio: -0.2 }, part(2)],
      conditions: [
        [{ ...tpot, maxWorseningRatio: 0.1 }, part(0.05)],
        [{ signal: "output-tokens", statistic: "rate", maxWorseningRatio: 0.25 }, part(400)],
        // Errors below 1 % are compared on the scale of 1 %.
        [{ signal: "errors", statistic: "ratio-to-requests", maxWorseningRatio: 0.5 }, part(0)],
      ],
      instanceCount: null,
    });
    expect(limits).toEqual([
      { kind: "at-most", ...goal, value: 1.6 },
      { kind: "at-most", ...tpot, value: expect.closeTo(0.055, 9) },
      { kind: "at-least", signal: "output-tokens", statistic: "rate", value: 300 },
      { kind: "at-most", signal: "errors", statistic: "ratio-to-requests", value: 0.005 },
    ]);
    expect(
      listWatchLimits({
        goal: [{ kind: "at-most", ...goal, value: 1 }, { baseline: null }],
        conditions: [],
        instanceCount: 2,
      }),
    ).toEqual([{ kind: "at-most", ...goal, value: 1 }]);
  });

  test("of totals are values per instance, so that more instances do not meet them", () => {
    const throughput = { signal: "output-tokens", statistic: "rate" } as const;
    const condition = { ...throughput, maxWorseningRatio: 0.1 };
    const absolute = { kind: "at-most", ...goal, value: 10 } as const;
    const limitsWith = (part: {
      readonly baseline: { readonly value: number };
      readonly isPerInstance?: boolean;
    }) =>
      listWatchLimits({
        goal: [absolute, { baseline: null }],
        conditions: [[condition, part]],
        instanceCount: 2,
      });
    const perInstance = { kind: "at-least", ...throughput, value: 180, isPerInstance: true } as const;
    expect(limitsWith({ baseline: { value: 400 } })[1]).toEqual(perInstance);
    expect(limitsWith({ baseline: { value: 200 }, isPerInstance: true })[1]).toEqual(perInstance);
    // 200 requests of 100 tokens per minute and 2 instances: 166.7 tokens/s per instance, and 333.3 in total.
    const judgeRate = (window: MeasuredWindow, value: number) =>
      judgeWatchedWindow({
        validated: after,
        window,
        values: [goal, throughput],
        limits: [absolute, { ...perInstance, value }],
      }).rows[1]?.limits;
    const four = { seed: 3, requestsPerBlock: 400, instanceCount: 4 };
    expect(judgeRate(measureFixture(four), 160)).toMatchObject([{ verdict: "met" }]);
    expect(judgeRate(measureFixture(four), 170)).toMatchObject([{ verdict: "not-met" }]);
    const unknown = measureFixture(four);
    const load = { ...unknown.load, meanInstanceCount: null };
    expect(judgeRate({ ...unknown, load }, 160)).toMatchObject([{ verdict: "cannot-tell" }]);
  });

  test("make a window worse that misses the goal by a change within the margin", () => {
    expect(judge(slower).verdict).toBe("same");
    const missed = judge(slower, [limit("ttft", 1.01)]);
    expect(missed).toMatchObject({ verdict: "worse", rows: [{ verdict: "worse" }, { verdict: "same" }] });
    expect(missed.rows[0]?.limits).toMatchObject([{ verdict: "not-met" }]);
  });

  test("do not make a window worse while the limit of a condition is met", () => {
    const muchSlower = measureFixture({ seed: 3, factor: 1.2 });
    const wide = [limit("ttft", 2), limit("tpot", 1.5)];
    const judged = judge(muchSlower, wide);
    // The goal is met, but its value is worse than in the validation.
    expect(judged.rows.map(({ verdict }) => verdict)).toEqual(["worse", "same"]);
    expect(judge(muchSlower, [limit("ttft", 2)]).rows.map(({ verdict }) => verdict)).toEqual([
      "worse",
      "worse",
    ]);
    expect(judge(muchSlower, [...wide, limit("tpot", 1.1)]).rows[1]?.verdict).toBe("worse");
    const close = [limit("ttft", 2), limit("tpot", meanOf(muchSlower, "tpot") / meanOf(after, "tpot"))];
    expect(judge(muchSlower, close).rows[1]?.verdict).toBe("cannot-tell");
  });

  test("are judged at equal load only", () => {
    const busy = measureFixture({ seed: 3, factor: 2, requestsPerBlock: 300 });
    expect(judge(busy, [limit("ttft", 1.01)]).verdict).toBe("cannot-tell");
  });

  test("of a value that is both goal and condition are both checked", () => {
    const values = [goal, goal] as const;
    const judged = judgeWatchedWindow({
      validated: after,
      window: slower,
      values,
      limits: [limit("ttft", 2)],
    });
    expect(judged.verdict).toBe("same");
  });
});
