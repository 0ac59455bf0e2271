import { describe, expect, test } from "vitest";
import { measureFixture } from "@/lib/analysis/comparisons/fixtures";
import type { MeasuredWindow } from "@/lib/model/comparison/measured-side";
import { compareCost } from "./compare-cost";
import { compareFix } from "./compare-fix";

const goal = { signal: "ttft", statistic: "mean" } as const;
const before = measureFixture({ seed: 1, factor: 2 });
const after = measureFixture({ seed: 2 });
const compare = (
  was: MeasuredWindow,
  is: MeasuredWindow,
  factors: Parameters<typeof compareFix>[0]["factors"] = [],
) => compareFix({ before: was, after: is, statistic: "p95", history: null, goal, factors });
const verdictsOf = ({ comparison }: ReturnType<typeof compare>) => [
  ...new Set(comparison.rows.map(({ verdict }) => verdict)),
];

describe("the comparison of a fix", () => {
  test("is better, although the environment changed", () => {
    const changed = {
      ...after,
      environment: measureFixture({ environment: { "engine.version": "2" } }).environment,
    };
    const was = {
      ...before,
      environment: measureFixture({ environment: { "engine.version": "1" } }).environment,
    };
    const compared = compare(was, changed);
    expect(compared.obstacles).toEqual([]);
    expect(compared.comparison.overall.verdict).toBe("better");
    expect(compared.differences.map(({ path }) => path)).toEqual(["engine.version"]);
  });

  test.each([
    ["other load", measureFixture({ seed: 2, requestsPerBlock: 100 }), "load"],
    [
      "a deploy within the window",
      { ...after, concerns: [{ kind: "deploy", detail: "The window contains a deploy." }] },
      "concern",
    ],
    [
      "an unknown request rate",
      { ...after, load: { ...after.load, requestsPerSecond: null, requestsPerSecondPerInstance: null } },
      "unknown-load",
    ],
  ] as const)("has no verdict with %s", (_, is, kind) => {
    const compared = compare(before, is as MeasuredWindow);
    expect(compared.obstacles.map((issue) => issue.kind)).toContain(kind);
    expect(verdictsOf(compared)).toEqual(["cannot-tell"]);
    expect(compared.comparison.overall.verdict).toBe("cannot-tell");
  });

  test("has no verdict while the approved change is not active, and a path that is not reported is accepted", () => {
    const active = measureFixture({ seed: 2, environment: { "engine.flags.a": "1" } });
    const factor = { path: "engine.flags.a", from: null, to: "2" };
    expect(compare(before, active, [factor]).obstacles).toMatchObject([
      { kind: "factor-mismatch", found: "1" },
    ]);
    expect(compare(before, active, [{ ...factor, to: "1" }]).obstacles).toEqual([]);
    expect(compare(before, after, [factor]).obstacles).toEqual([]);
  });

  test("states 18 % fewer requests, and throughput that fell with them does not count", () => {
    const compared = compare(before, measureFixture({ seed: 2, requestsPerBlock: 164 }));
    expect(compared.obstacles).toEqual([]);
    expect(compared.loadChanges.map(({ measure }) => measure)).toEqual(["requestsPerInstance"]);
    expect(compared.loadChanges[0]?.ratio).toBeCloseTo(0.82, 9);
    expect(compared.followingLoad).toContainEqual({ signal: "output-tokens", statistic: "rate" });
    const { rows, decisiveKeys, overall } = compared.comparison;
    expect(rows.find(({ signal }) => signal === "output-tokens")?.verdict).toBe("cannot-tell");
    expect(decisiveKeys.map(({ signal }) => signal)).not.toContain("output-tokens");
    expect(overall.verdict).toBe("better");
  });

  test("throughput that fell more than the load is worse", () => {
    const compared = compare(before, measureFixture({ seed: 2, requestsPerBlock: 180, outputTokens: 82 }));
    expect(compared.obstacles).toEqual([]);
    // 0.9 × the requests, 0.82 × the tokens of each: the load explains all of it.
    expect(compared.followingLoad).toContainEqual({ signal: "output-tokens", statistic: "rate" });
    const { counters } = after.measured;
    const tokens = counters["output-tokens"];
    if (tokens === undefined) throw new Error("throughput is measured");
    const blocks = tokens.blocks.map((block) => (typeof block === "number" ? block * 0.7 : block));
    const fallen = {
      ...after,
      measured: { ...after.measured, counters: { ...counters, "output-tokens": { ...tokens, blocks } } },
    };
    const { comparison, followingLoad } = compare(before, fallen);
    expect(followingLoad).toEqual([]);
    expect(comparison.rows.find(({ signal }) => signal === "output-tokens")?.verdict).toBe("worse");
  });

  test("a signal that is missing on one side is neither better nor the same", () => {
    const { ttft: _ttft, ...distributions } = after.measured.distributions;
    const without = { ...after, measured: { ...after.measured, distributions } };
    const compared = compare(before, without);
    expect(compared.sideWithoutGoal).toBe("window");
    const rows = compared.comparison.rows.filter(({ signal }) => signal === "ttft");
    expect(rows.length).toBeGreaterThan(0);
    expect([...new Set(rows.map(({ verdict }) => verdict))]).toEqual(["cannot-tell"]);
    expect(compared.comparison.overall.verdict).toBe("cannot-tell");
    expect(compare(without, after).sideWithoutGoal).toBe("baseline");
  });

  test("an incomplete signal has no verdict, and others have one", () => {
    const { tpot } = after.measured.distributions;
    if (tpot === undefined) throw new Error("TPOT is measured");
    const blocks = tpot.blocks.map((block, index) => (index < 10 ? ("not-scraped" as const) : block));
    const distributions = { ...after.measured.distributions, tpot: { ...tpot, blocks } };
    const compared = compare(before, { ...after, measured: { ...after.measured, distributions } });
    expect(compared.incomplete).toMatchObject([{ signal: "tpot", side: "window", incompleteCount: 10 }]);
    const verdictOf = (signal: string) =>
      compared.comparison.rows.find((row) => row.signal === signal && row.statistic === "mean")?.verdict;
    expect([verdictOf("tpot"), verdictOf("ttft")]).toEqual(["cannot-tell", "better"]);
  });
});

describe("the cost per million output tokens", () => {
  const price = { perAcceleratorHour: 2.5, currency: "EUR" };
  const margin = { ratio: 0.1, isTooNoisy: false };
  const input = { before: measureFixture({ outputTokens: 50 }), after, price, enteredCount: 4 };

  test("halves with twice the tokens, and equals the formula", () => {
    const cost = compareCost({ ...input, margin, isComparable: true });
    const tokensPerHour = 200 * 100 * 60;
    expect(cost.after?.value).toBeCloseTo(((4 * 2.5) / tokensPerHour) * 1e6, 9);
    expect(cost).toMatchObject({ verdict: "better", currency: "EUR", reason: null });
    expect(cost.change?.value).toBeCloseTo(-0.5, 9);
  });

  test("has no verdict if output tokens vary too much", () => {
    const noisy = { ratio: 0.6, isTooNoisy: true };
    const rising = { ...input, before: measureFixture({ outputTokens: 150 }) };
    expect(compareCost({ ...rising, margin: noisy, isComparable: true })).toMatchObject({
      verdict: "cannot-tell",
      change: { value: expect.closeTo(0.5, 9) },
    });
  });

  test("has no verdict if the sides are not comparable, and no value without a price or a number of GPUs", () => {
    expect(compareCost({ ...input, margin, isComparable: false }).verdict).toBe("cannot-tell");
    expect(compareCost({ ...input, price: null, margin, isComparable: true })).toMatchObject({
      before: null,
      after: null,
      verdict: "cannot-tell",
      reason: { kind: "no-price" },
    });
    expect(compareCost({ ...input, enteredCount: null, margin, isComparable: true })).toMatchObject({
      verdict: "cannot-tell",
      reason: { kind: "no-gpu-count" },
    });
  });
});
