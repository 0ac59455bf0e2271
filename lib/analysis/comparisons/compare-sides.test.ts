import { expect, test } from "vitest";
import { assertPresent } from "@/lib/base/assert";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { parseDeclaredFactor } from "@/lib/model/comparison/declared-factor";
import type { MeasuredWindow } from "@/lib/model/comparison/measured-side";
import { compareEnvironments } from "./compare-environments";
import { compareSides, type ComparisonOptions, type SideComparison } from "./compare-sides";
import { measureSignalSpread } from "@/lib/analysis/baselines/signal-spread";
import { formatStatisticKey } from "./estimate-statistic";
import { measureFixture, vllmEdges, type WindowPlan } from "./fixtures";

const plain: ComparisonOptions = { statistic: "p95", factor: null, isStrict: false, history: null };
const cap = "engine.flags.max_num_seqs";
/** Six hours, which decide a percentile without a change. */
const long = { blockCount: 360 };
const environment = { [cap]: "256", "engine.version": "0.11.0" };

function compareTo(before: MeasuredWindow, after: WindowPlan, options: Partial<ComparisonOptions> = {}) {
  return compareSides(before, measureFixture({ seed: 2, ...after }), { ...plain, ...options });
}

function rowOf(comparison: SideComparison, key: string) {
  return assertPresent(
    comparison.rows.find((row) => formatStatisticKey(row) === key),
    `${key} is compared`,
  );
}

function historyOf(plan: WindowPlan): NonNullable<ComparisonOptions["history"]> {
  const { measured } = measureFixture(plan);
  const load = { requestsPerInstance: 200 / 60, promptTokens: 500, outputTokens: 100 };
  return (key) => measureSignalSpread({ measured }, { ...key, windowMs: 30 * 60_000, load });
}

/** Returns the blocks of both, as if they followed each other. */
function joinBlocks(first: MeasuredBlocks, second: MeasuredBlocks): MeasuredBlocks {
  const join = <T extends { readonly blocks: readonly unknown[] }>(
    before: Readonly<Record<string, T>>,
    after: Readonly<Record<string, T>>,
  ) =>
    Object.fromEntries(
      Object.entries(before).map(([id, one]) => [
        id,
        { ...one, blocks: [...one.blocks, ...(after[id]?.blocks ?? [])] },
      ]),
    );
  return {
    ...first,
    blockCount: first.blockCount + second.blockCount,
    distributions: join(first.distributions, second.distributions),
    counters: join(first.counters, second.counters),
    gauges: join(first.gauges, second.gauges),
  };
}

test("two windows without a change are the same", () => {
  const { overall, rows } = compareTo(measureFixture(long), long);
  expect(overall.verdict).toBe("same");
  expect(rows.filter(({ verdict }) => verdict === "worse" || verdict === "better")).toEqual([]);
});

test.each([1.18, 1.5, 3])(
  "latencies times %d are worse, and the factor is inside each interval",
  (factor) => {
    const comparison = compareTo(measureFixture(), { factor });
    expect(comparison.overall.verdict).toBe("worse");
    for (const key of ["ttft.p50", "ttft.p95", "ttft.p99", "ttft.mean", "e2e.p95", "tpot.mean"]) {
      const { verdict, comparison: row } = rowOf(comparison, key);
      expect(verdict).toBe("worse");
      expect(row.lower).toBeLessThan(factor - 1);
      expect(row.upper).toBeGreaterThan(factor - 1);
    }
    expect(rowOf(comparison, "output-tokens.rate").verdict).toBe("same");
  },
);

test("faster latencies are better, if all other signals are the same or better", () => {
  expect(compareTo(measureFixture(), { factor: 0.7 }).overall.verdict).toBe("better");
});

test("a percentile in a wide bucket is judged by the mean and the shares at its edges", () => {
  const before = measureFixture({ edges: vllmEdges });
  const { verdict, exactComparison, comparison } = rowOf(
    compareTo(before, { edges: vllmEdges, factor: 1.3 }),
    "ttft.p95",
  );
  expect(comparison.inconclusiveReason?.kind).toBe("bucket-resolution");
  expect(exactComparison?.resolution).toEqual({ lower: 0.5, upper: 0.75 });
  expect(exactComparison?.mean.verdict).toBe("worse");
  expect(verdict).toBe("worse");
});

test.each([
  [1, "same"],
  [1.04, "same"],
  [1.16, "worse"],
  [0.97, "same"],
  [0.84, "better"],
  [0.6, "better"],
] as const)(
  "latencies times %d have the verdict %s at each percentile, also in wide buckets",
  (factor, verdict) => {
    // The shares above the edges of a bucket change by several times the change of the latencies.
    const plan = { edges: vllmEdges, requestsPerBlock: 2_000 };
    const compared = compareTo(measureFixture(plan), { ...plan, factor });
    const ttft = ["ttft.p50", "ttft.p90", "ttft.p95", "ttft.p99"].map((key) => rowOf(compared, key));
    expect(ttft.map((row) => row.verdict)).toEqual(ttft.map(() => verdict));
    expect(ttft.some((row) => row.exactComparison !== null)).toBe(true);
  },
);

test("a different batch cap refuses every verdict unless it is declared", () => {
  const before = measureFixture({ environment });
  const after = { factor: 1.5, environment: { ...environment, [cap]: "64" } };
  const refused = compareTo(before, after);
  expect(refused.environment.refusal).toEqual({ kind: "undeclared", paths: [cap] });
  expect(refused.overall.verdict).toBe("cannot-tell");
  expect(new Set(refused.rows.map(({ verdict }) => verdict))).toEqual(new Set(["cannot-tell"]));
  expect(rowOf(refused, "ttft.p95").comparison.change).toBeCloseTo(0.5, 1);
  const factor = assertPresent(parseDeclaredFactor(`${cap}:256:64`), "the factor is valid");
  const judged = compareTo(before, after, { factor });
  expect(judged.environment.refusal).toBeNull();
  expect(judged.overall.verdict).toBe("worse");
});

test("a declared value that is not the known one refuses every verdict", () => {
  const before = measureFixture({ environment });
  const factor = assertPresent(parseDeclaredFactor(`${cap}:256:128`), "the factor is valid");
  const { environment: compared } = compareTo(
    before,
    { environment: { ...environment, [cap]: "64" } },
    { factor },
  );
  expect(compared.refusal).toEqual({
    kind: "factor-mismatch",
    path: cap,
    side: "after",
    declared: "128",
    found: "64",
  });
});

test("a path that one side does not know is a warning, and a refusal if strict", () => {
  const before = measureFixture({ ...long, environment });
  const after = { ...long, environment: { "engine.version": "0.11.0" } };
  const compared = compareTo(before, after);
  expect(compared.environment).toMatchObject({
    unknown: [{ path: cap, knownSide: "before" }],
    equalCount: 1,
    refusal: null,
  });
  expect(compared.overall.verdict).toBe("same");
  const strict = compareTo(before, after, { isStrict: true });
  expect(strict.environment.refusal).toEqual({ kind: "not-known", paths: [cap] });
});

test("twice the load gives no verdict unless the load is declared", () => {
  const after = { ...long, requestsPerBlock: 400 };
  const different = compareTo(measureFixture(long), after);
  expect(different.overall.verdict).toBe("cannot-tell");
  expect(rowOf(different, "ttft.p95").comparison.inconclusiveReason?.kind).toBe("load-differs");
  const factor = assertPresent(parseDeclaredFactor("load"), "the factor is valid");
  const declared = compareTo(measureFixture(long), after, { factor });
  expect(rowOf(declared, "ttft.p95").verdict).toBe("same");
  // Twice as many requests produce twice as many tokens, which is no improvement.
  expect(rowOf(different, "output-tokens.rate").comparison.change).toBeCloseTo(1, 1);
  expect(rowOf(declared, "output-tokens.rate").verdict).toBe("different");
  expect(declared.overall.signals.map(({ verdict }) => verdict)).not.toContain("better");
});

test("the load per instance counts, not the number of instances", () => {
  const { load } = compareTo(measureFixture(), { requestsPerBlock: 400, instanceCount: 4 });
  expect(load).toMatchObject({ differences: [], isTotalRate: false });
  const unknown = compareTo(measureFixture(), { requestsPerBlock: 400, instanceCount: null });
  expect(unknown.load).toMatchObject({
    differences: [{ measure: "requestsPerInstance" }],
    isTotalRate: true,
  });
});

test("totals are compared per instance at equal load per instance", () => {
  const twice = { requestsPerBlock: 400, instanceCount: 4 };
  const rate = rowOf(compareTo(measureFixture(), twice), "output-tokens.rate");
  expect(rate).toMatchObject({ verdict: "same", isPerInstance: true });
  expect(rate.after).toMatchObject({ kind: "present", headline: { value: (400 * 100) / 60 / 4 } });
  expect(
    rowOf(compareTo(measureFixture(), { ...twice, outputTokens: 82 }), "output-tokens.rate").verdict,
  ).toBe("worse");
  const equal = rowOf(compareTo(measureFixture(), {}), "output-tokens.rate");
  expect(equal).toMatchObject({ isPerInstance: false, after: { headline: { value: (200 * 100) / 60 } } });
});

test("errors that stay rare are the same, and a rise above the smallest difference is worse", () => {
  const before = measureFixture({ errorRatio: 0.0001 });
  expect(rowOf(compareTo(before, { errorRatio: 0.0002 }), "errors.ratio-to-requests").verdict).toBe("same");
  expect(rowOf(compareTo(before, { errorRatio: 0.02 }), "errors.ratio-to-requests").verdict).toBe("worse");
  const none = compareTo(measureFixture(), { errorRatio: 0 });
  expect(rowOf(none, "errors.ratio-to-requests").verdict).toBe("same");
});

test("the margin is estimated from windows of the baseline, then of the history, otherwise it is 10 %", () => {
  const short = { blockCount: 30 };
  const basisOf = (comparison: SideComparison) => {
    const { comparison: row, marginSource } = rowOf(comparison, "ttft.mean");
    return [row.margin.basis.kind, marginSource];
  };
  expect(basisOf(compareTo(measureFixture({ blockCount: 240 }), short))).toEqual(["windows", "baseline"]);
  const baseline = measureFixture(short);
  expect(basisOf(compareTo(baseline, short))).toEqual(["default", "baseline"]);
  const history = historyOf({ seed: 3, blockCount: 360 });
  expect(basisOf(compareTo(baseline, short, { history }))).toEqual(["windows", "history"]);
});

test("windows of a different load do not count for the margin", () => {
  const busy = measureFixture({ requestsPerBlock: 400 }).measured;
  const calm = measureFixture({ blockCount: 240 });
  const half = { ...calm, measured: joinBlocks(calm.measured, busy) };
  const { comparison } = rowOf(compareTo(half, { blockCount: 30 }), "ttft.mean");
  expect(comparison.margin.basis).toMatchObject({ kind: "windows", windowCount: 8 });
});

test("a signal of one side only has no verdict, and states why", () => {
  const before = measureFixture();
  const { ttft: _ttft, ...distributions } = before.measured.distributions;
  const without = {
    ...before,
    measured: { ...before.measured, distributions, absent: { ttft: { detail: "No samples." } } },
  };
  const row = rowOf(compareSides(before, without, plain), "ttft.p95");
  expect(row.after).toEqual({
    kind: "absent",
    reason: { kind: "not-measured", detail: "No samples." },
    blockCount: 0,
  });
  expect(row.comparison.inconclusiveReason).toEqual({ kind: "no-number", window: "after" });
});

test("a measured clock does not refuse a verdict, but a stated one does", () => {
  const compareClocks = (origin: "observed" | "file") => {
    const clock = (value: string) => ({ "gpu.clockMhz": { value, origin } });
    const options = { factor: null, isStrict: true };
    return compareEnvironments(clock("1980"), origin === "file" ? clock("1400") : {}, options).refusal;
  };
  expect(compareClocks("observed")).toBeNull();
  expect(compareClocks("file")).toEqual({ kind: "undeclared", paths: ["gpu.clockMhz"] });
});

test("a day is paired with the same hours of another day, so that its pattern decides nothing", () => {
  const dayMs = 86_400_000;
  const blockCount = 1_439;
  const daily = (block: number): number => 1 + 0.5 * Math.sin((2 * Math.PI * block) / 1_440);
  const withPattern = (plan: WindowPlan, offsetMs: number): MeasuredWindow => {
    const window = measureFixture({ ...plan, blockCount, edges: vllmEdges, requestsPerBlock: 20 });
    const ttft = assertPresent(window.measured.distributions.ttft, "the fixture has TTFT");
    const blocks = ttft.blocks.map((block, index) =>
      typeof block === "string" ? block : { ...block, sum: block.sum * daily(index) },
    );
    const measured = {
      ...window.measured,
      startMs: window.measured.startMs + offsetMs,
      distributions: { ...window.measured.distributions, ttft: { ...ttft, blocks } },
    };
    return { ...window, measured };
  };
  const before = withPattern({ seed: 1 }, 0);
  const verdictAt = (offsetMs: number) =>
    rowOf(compareSides(before, withPattern({ seed: 2 }, offsetMs), plain), "ttft.mean");
  expect(verdictAt(dayMs).verdict).toBe("same");
  // Windows that start at different times of day are independent, and the pattern widens their interval.
  expect(verdictAt(dayMs + 3_600_000).verdict).toBe("cannot-tell");
});
