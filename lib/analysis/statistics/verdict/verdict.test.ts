import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WindowComparisonInput } from "@/lib/analysis/statistics/compare-windows";
import type { WindowEstimate } from "@/lib/analysis/statistics/window-estimate";
import { compareQuantile } from "./compare-quantile";
import { findLoadDifferences } from "./load";
import { computeMargin } from "./margin";
import { overallVerdict, type ComparedSignal } from "./overall-verdict";
import type { Verdict } from "./judge-change";

describe("margin", () => {
  test("is 10 % below 6 windows, otherwise twice the standard deviation and at least 5 %", () => {
    const ratioOf = (windowCount: number, standardDeviationRatio: number) =>
      computeMargin({ windowCount, standardDeviationRatio }).ratio;
    expect(computeMargin(undefined)).toEqual({
      ratio: 0.1,
      basis: { kind: "default", windowCount: 0 },
      isTooNoisy: false,
    });
    expect(ratioOf(5, 0.3)).toBe(0.1);
    expect(ratioOf(6, 0.01)).toBe(0.05);
    expect(ratioOf(6, 0.08)).toBe(0.16);
    expect(ratioOf(6, Number.NaN)).toBe(0.1);
  });

  test("above 20 % the signal is too noisy", () => {
    expect(computeMargin({ windowCount: 6, standardDeviationRatio: 0.1 }).isTooNoisy).toBe(false);
    expect(computeMargin({ windowCount: 6, standardDeviationRatio: 0.1001 }).isTooNoisy).toBe(true);
  });
});

describe("load", () => {
  const load = { requestsPerInstance: 2, promptTokens: 400, outputTokens: 200 };

  test("each measure may differ by 20 %, in both directions", () => {
    expect(
      findLoadDifferences(load, { requestsPerInstance: 2.4, promptTokens: 320, outputTokens: 240 }),
    ).toEqual({
      differences: [],
      unknown: [],
    });
    expect(findLoadDifferences(load, { ...load, outputTokens: 241 }).differences).toEqual([
      { measure: "outputTokens", ratio: 1.205 },
    ]);
    expect(findLoadDifferences(load, { ...load, promptTokens: 319 }).differences).toHaveLength(1);
  });

  test("a fixed concurrency replaces the request rate only if both runs declare it", () => {
    const slower = { ...load, requestsPerInstance: 1 };
    expect(findLoadDifferences(load, slower).differences).toHaveLength(1);
    expect(
      findLoadDifferences({ ...load, fixedConcurrency: 8 }, { ...slower, fixedConcurrency: 8 }).differences,
    ).toEqual([]);
    expect(findLoadDifferences({ ...load, fixedConcurrency: 8 }, slower).differences).toHaveLength(1);
    expect(findLoadDifferences({ fixedConcurrency: 8 }, { fixedConcurrency: 16 }).differences).toEqual([
      { measure: "fixedConcurrency", ratio: 2 },
    ]);
  });

  test("lists measures that are not known to be equal, and traffic that was 0", () => {
    expect(findLoadDifferences({ ...load, promptTokens: null }, load)).toEqual({
      differences: [],
      unknown: ["promptTokens"],
    });
    expect(findLoadDifferences({ ...load, requestsPerInstance: 0 }, load).differences).toEqual([
      { measure: "requestsPerInstance", ratio: Infinity },
    ]);
    expect(findLoadDifferences({ requestsPerInstance: 0 }, { requestsPerInstance: 0 }).differences).toEqual(
      [],
    );
  });
});

const signal = (id: string, verdict: Verdict, pValue: number | null): ComparedSignal => ({
  id,
  comparison: { verdict, pValue },
});

describe("overall verdict", () => {
  test("the order is worse, cannot tell, better, same", () => {
    const [worse, unknown] = [signal("ttft", "worse", 1e-6), signal("tpot", "cannot-tell", 0.2)];
    const [better, same] = [signal("e2e", "better", 1e-6), signal("errors", "same", 0.9)];
    expect(overallVerdict([same, better, unknown, worse]).verdict).toBe("worse");
    expect(overallVerdict([same, better, unknown]).verdict).toBe("cannot-tell");
    expect(overallVerdict([same, better]).verdict).toBe("better");
    expect(overallVerdict([same]).verdict).toBe("same");
    expect(overallVerdict([]).verdict).toBe("cannot-tell");
  });

  test("one of five signals that is just significant is not enough: 5 · 0.04 = 0.2", () => {
    const unchanged = ["tpot", "e2e", "errors", "throughput"].map((id) => signal(id, "same", 0.9));
    const answer = overallVerdict([signal("ttft", "worse", 0.04), ...unchanged]);
    expect(answer.verdict).toBe("cannot-tell");
    expect(answer.signals[0]).toEqual({ id: "ttft", verdict: "cannot-tell", adjustedPValue: 0.2 });
    expect(overallVerdict([signal("ttft", "worse", 0.009), ...unchanged]).verdict).toBe("worse");
  });

  test("signals without a better direction stay different and do not count as tests", () => {
    const answer = overallVerdict([signal("prompts", "different", 1e-9), signal("ttft", "worse", 0.04)]);
    expect(answer.verdict).toBe("worse");
    expect(answer.signals[0]).toEqual({ id: "prompts", verdict: "different", adjustedPValue: null });
  });

  test("property: the order of the signals does not matter, and more signals never make a claim stronger", () => {
    const verdict = fc.constantFrom<Verdict>("worse", "better", "same", "cannot-tell", "different");
    const some = fc.array(fc.tuple(verdict, fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 8 });
    fc.assert(
      fc.property(some, (drawn) => {
        const signals = drawn.map(([one, pValue], index) => signal(String(index), one, pValue));
        const answer = overallVerdict(signals);
        expect(overallVerdict(signals.toReversed()).verdict).toBe(answer.verdict);
        const wider = overallVerdict([...signals, signal("further", "same", 1)]);
        for (const [index, { adjustedPValue }] of answer.signals.entries())
          expect(wider.signals[index]!.adjustedPValue ?? 1).toBeGreaterThanOrEqual(adjustedPValue ?? 0);
      }),
    );
  });
});

describe("a quantile in one wide bucket", () => {
  const exact = (value: number, reach: number): WindowEstimate => ({
    value,
    lower: value - reach,
    upper: value + reach,
    n: 60,
    bucket: null,
  });
  const inBucket = (value: number): WindowEstimate => ({
    value,
    lower: 0.25,
    upper: 0.5,
    n: 9_000,
    bucket: { lower: 0.25, upper: 0.5 },
  });
  const input = (
    [meanAfter, aboveLower, aboveUpper]: readonly [number, number, number],
    better: WindowComparisonInput["better"] = "lower",
    elasticity = 1,
  ) =>
    compareQuantile({
      q: 0.95,
      quantile: { before: inBucket(0.36), after: inBucket(0.4), better },
      mean: { before: exact(0.2, 0.002), after: exact(meanAfter, 0.002), better },
      shareAbove: (edge) => {
        const [before, after] = edge === 0.25 ? [0.1, aboveLower] : [0.02, aboveUpper];
        return { before: exact(before, 0.0005), after: exact(after, 0.0005), better };
      },
      elasticityAt: () => elasticity,
    });

  test("is judged by the mean and the shares above both edges, with its resolution", () => {
    const answer = input([0.24, 0.14, 0.03]);
    expect(answer.verdict).toBe("worse");
    expect(answer.quantile.verdict).toBe("cannot-tell");
    expect(answer.exactComparison?.resolution).toEqual({ lower: 0.25, upper: 0.5 });
    expect(answer.exactComparison?.shares.map(({ edge, comparison }) => [edge, comparison.verdict])).toEqual([
      [0.25, "worse"],
      [0.5, "worse"],
    ]);
    expect(answer.pValue).toBeLessThan(0.001);
  });

  test("is the same only if all are, and worse if the tail alone is worse", () => {
    expect(input([0.2, 0.1, 0.02]).verdict).toBe("same");
    expect(input([0.2, 0.1, 0.03]).verdict).toBe("worse");
    expect(input([0.16, 0.05, 0.01]).verdict).toBe("better");
    expect(input([0.24, 0.14, 0.03], "neither").verdict).toBe("different");
  });

  test("a share may change as much as a latency that changes by the margin changes it", () => {
    // 10 % longer latencies raise a share with an elasticity of 3 by 33 %.
    const shareOf = (aboveLower: number, elasticity: number) =>
      input([0.2, aboveLower, 0.02], "lower", elasticity).verdict;
    expect(shareOf(0.12, 1)).toBe("worse");
    expect(shareOf(0.12, 3)).toBe("same");
    expect(shareOf(0.14, 3)).toBe("worse");
    // 10 % shorter latencies lower a share with an elasticity of 8 by 57 %.
    expect(shareOf(0.05, 8)).toBe("same");
    expect(shareOf(0.03, 8)).toBe("better");
  });

  test("a share far below the quantile's tail may change by a tenth of the tail", () => {
    const rareShare = (after: number) =>
      compareQuantile({
        q: 0.95,
        quantile: { before: inBucket(0.36), after: inBucket(0.36), better: "lower" },
        mean: { before: exact(0.2, 0.002), after: exact(0.2, 0.002), better: "lower" },
        shareAbove: (edge) => ({
          before: edge === 0.25 ? exact(0.1, 0.0005) : exact(0.0004, 0.0001),
          after: edge === 0.25 ? exact(0.1, 0.0005) : exact(after, 0.0001),
          better: "lower",
        }),
        elasticityAt: () => 1,
      }).verdict;
    expect(rareShare(0.001)).toBe("same");
    expect(rareShare(0.02)).toBe("worse");
  });

  test("quantiles in different buckets are judged directly", () => {
    const before = { ...inBucket(0.2), lower: 0.1, upper: 0.25, bucket: { lower: 0.1, upper: 0.25 } };
    const after = { ...inBucket(0.6), lower: 0.5, upper: 0.75, bucket: { lower: 0.5, upper: 0.75 } };
    const unused = (): never => {
      throw new Error("no share is needed");
    };
    const mean = { before, after, better: "lower" } as const;
    const answer = compareQuantile({
      q: 0.95,
      quantile: mean,
      mean,
      shareAbove: unused,
      elasticityAt: unused,
    });
    expect(answer).toMatchObject({ verdict: "worse", exactComparison: null });
  });
});
