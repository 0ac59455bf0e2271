import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createGateSide } from "@/lib/analysis/gates/fixtures";
import type { GateSide } from "@/lib/analysis/gates/judge-gate";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { Condition, Goal } from "@/lib/model/investigation/goal";
import type { GpuHourPrice } from "@/lib/model/roofline/roofline-choice";
import { combineVerdicts, judgeGoal, type GoalBaseline } from "./judge-goal";
import type { GoalPart } from "./judged-target";

const side = createGateSide({ blockCount: 120 });
const captured: GoalBaseline = { kind: "captured", side, knownIssues: { obstacles: [], warnings: [] } };
const none: GoalBaseline = { kind: "no-baseline" };
const ttft = { signal: "ttft", statistic: "p95" } as const;
const mean = { signal: "ttft", statistic: "mean" } as const;

interface Options {
  readonly conditions?: readonly Condition[];
  readonly window?: GateSide;
  readonly baseline?: GoalBaseline;
  readonly price?: GpuHourPrice | null;
  readonly enteredCount?: number;
}

function judge(
  goal: Goal,
  {
    conditions = [],
    window = createGateSide({ seed: 2 }),
    baseline = captured,
    price = null,
    enteredCount,
  }: Options = {},
) {
  return judgeGoal({ goal, conditions, window, baseline, price, enteredCount: enteredCount ?? null });
}

function firstPart(goal: Goal, options: Options = {}): GoalPart {
  const [part] = judge(goal, options).parts;
  if (part === undefined) throw new Error("no part");
  return part;
}

/** The p95 of log-normal latencies is 0.2 s × exp(0.5 × 1.645) = 0.455 s, in the bucket 0.25–0.5 s. */
describe("a limit of a percentile", () => {
  test("is met at the upper edge of its bucket, and not met at the lower edge", () => {
    const met = firstPart({ kind: "at-most", ...ttft, value: 0.5 });
    expect(met).toMatchObject({
      verdict: "met",
      reason: null,
      limit: 0.5,
      measured: { lower: 0.25, upper: 0.5 },
    });
    expect(met.marginRatio).toBe(0);
    expect(met.measured?.value).toBeCloseTo(0.455, 1);
    expect(met.measured?.n).toBe(9_000);
    expect(firstPart({ kind: "at-most", ...ttft, value: 0.25 }).verdict).toBe("not-met");
    expect(firstPart({ kind: "at-most", ...ttft, value: 0.1 }).verdict).toBe("not-met");
    expect(firstPart({ kind: "at-most", ...ttft, value: 1 })).toMatchObject({
      verdict: "met",
      marginRatio: 0.5,
    });
  });

  test("cannot be decided within its bucket, and more requests do not help", () => {
    expect(firstPart({ kind: "at-most", ...ttft, value: 0.4 })).toMatchObject({
      verdict: "cannot-tell",
      reason: { kind: "resolution", bucket: { lower: 0.25, upper: 0.5 } },
    });
  });
});

/** The mean of log-normal latencies is 0.2 s × exp(0.5² / 2) = 0.2266 s. */
describe("a limit of a mean", () => {
  const truth = 0.2 * Math.exp(0.125);

  test("is decided by the complete interval", () => {
    const met = firstPart({ kind: "at-most", ...mean, value: 0.25 });
    expect(met.verdict).toBe("met");
    expect(met.measured?.lower).toBeLessThan(truth);
    expect(met.measured?.upper).toBeGreaterThan(truth);
    expect(firstPart({ kind: "at-most", ...mean, value: 0.2 }).verdict).toBe("not-met");
  });

  test("states how many further requests an undecided interval needs", () => {
    const { measured } = firstPart({ kind: "at-most", ...mean, value: 1 });
    const close = { kind: "at-most", ...mean, value: (measured?.value ?? 0) * 1.005 } as const;
    const part = firstPart(close);
    expect(part.verdict).toBe("cannot-tell");
    if (part.reason?.kind !== "few-samples") throw new Error(`unexpected reason ${part.reason?.kind}`);
    const reach = ((measured?.upper ?? 0) - (measured?.value ?? 0)) / ((measured?.value ?? 0) * 0.005);
    expect(reach).toBeGreaterThan(1);
    const { additionalRequestCount, neededWindowMs } = part.reason.further;
    expect((additionalRequestCount ?? 0) / ((reach ** 2 - 1) * 9_000)).toBeCloseTo(1, 1);
    expect(neededWindowMs).toBeGreaterThan(30 * 60_000);
  });
});

test("a minimum of the throughput is the mirrored limit", () => {
  const rate = { signal: "output-tokens", statistic: "rate" } as const;
  // 300 requests of 200 tokens per minute are 1,000 tokens/s.
  expect(firstPart({ kind: "at-least", ...rate, value: 950 })).toMatchObject({ verdict: "met", limit: 950 });
  expect(firstPart({ kind: "at-least", ...rate, value: 1_050 }).verdict).toBe("not-met");
  expect(firstPart({ kind: "at-least", ...rate, value: 1_000 }).verdict).toBe("cannot-tell");
});

test("no errors at all cannot be proven by a finite number of requests", () => {
  const errors = { signal: "errors", statistic: "ratio-to-requests" } as const;
  expect(firstPart({ kind: "at-most", ...errors, value: 0 }).verdict).toBe("cannot-tell");
  expect(firstPart({ kind: "at-most", ...errors, value: 0.01 }).verdict).toBe("met");
  const failing = createGateSide({ seed: 2, errorRatio: 0.05 });
  expect(firstPart({ kind: "at-most", ...errors, value: 0.01 }, { window: failing }).verdict).toBe("not-met");
});

describe("a change from the baseline", () => {
  const faster = createGateSide({ seed: 2, slowness: 0.5 });

  test("by half meets −30 %, and not −70 %", () => {
    const met = firstPart({ kind: "change", ...mean, changeRatio: -0.3 }, { window: faster });
    expect(met).toMatchObject({ verdict: "met", limit: -0.3 });
    expect(met.change?.value).toBeCloseTo(-0.5, 1);
    expect(met.change?.lower).toBeLessThan(-0.5);
    expect(met.change?.upper).toBeGreaterThan(-0.5);
    expect(met.marginRatio).toBeCloseTo(-0.3 - (met.change?.upper ?? 0), 12);
    expect(firstPart({ kind: "change", ...mean, changeRatio: -0.7 }, { window: faster }).verdict).toBe(
      "not-met",
    );
  });

  test("of a percentile is decided by the edges of both buckets", () => {
    // Baseline in 0.25–0.5 s, window × 0.1 in 0.04–0.06 s: the change is between −92 % and −76 %.
    const window = createGateSide({ seed: 2, slowness: 0.1 });
    expect(firstPart({ kind: "change", ...ttft, changeRatio: -0.76 }, { window })).toMatchObject({
      verdict: "met",
    });
    expect(firstPart({ kind: "change", ...ttft, changeRatio: -0.95 }, { window }).verdict).toBe("not-met");
    expect(firstPart({ kind: "change", ...ttft, changeRatio: -0.85 }, { window }).reason).toMatchObject({
      kind: "resolution",
    });
  });

  test("upwards is the mirrored change", () => {
    const rate = { signal: "output-tokens", statistic: "rate" } as const;
    const window = createGateSide({ seed: 2, outputTokens: 230 });
    const part = firstPart({ kind: "change", ...rate, changeRatio: 0.1 }, { window });
    expect(part.verdict).toBe("met");
    expect(part.change?.value).toBeCloseTo(0.15, 2);
    expect(firstPart({ kind: "change", ...rate, changeRatio: 0.19 }, { window }).verdict).toBe("not-met");
  });

  test("of throughput is judged per instance if the number of instances changed", () => {
    const rate = { signal: "output-tokens", statistic: "rate" } as const;
    const goal: Goal = { kind: "change", ...rate, changeRatio: 0.1 };
    // Two instances have twice the throughput of one at equal load, which is no effect of a fix.
    const doubled = { seed: 2, requestsPerBlock: 600, instanceCount: 2 };
    const scaled = firstPart(goal, { window: createGateSide(doubled) });
    expect(scaled).toMatchObject({ verdict: "not-met", isPerInstance: true });
    expect(scaled.change?.value).toBeCloseTo(0, 2);
    expect(scaled.measured?.value).toBeCloseTo(1_000, -1);
    const faster = firstPart(goal, { window: createGateSide({ ...doubled, outputTokens: 230 }) });
    expect(faster).toMatchObject({ verdict: "met", isPerInstance: true });
    expect(faster.change?.value).toBeCloseTo(0.15, 2);
    expect(firstPart(goal)).not.toHaveProperty("isPerInstance");
    // A target as a value is one of the complete deployment.
    const total = { kind: "at-least", ...rate, value: 1_900 } as const;
    expect(firstPart(total, { window: createGateSide(doubled) }).verdict).toBe("met");
  });

  test("needs a baseline and equal load", () => {
    const goal: Goal = { kind: "change", ...mean, changeRatio: -0.3 };
    expect(firstPart(goal, { baseline: none })).toMatchObject({
      verdict: "cannot-tell",
      reason: { kind: "no-baseline" },
    });
    const quiet = createGateSide({ seed: 2, slowness: 0.5, requestsPerBlock: 200 });
    expect(firstPart(goal, { window: quiet }).reason).toMatchObject({
      kind: "issues",
      issues: [{ kind: "load", measure: "requestsPerInstance" }],
    });
    // A limit is not compared, so another load is a warning only.
    const absolute = judge({ kind: "at-most", ...mean, value: 0.25 }, { window: quiet });
    expect(absolute).toMatchObject({ verdict: "met", warnings: [{ kind: "load" }] });
  });
});

describe("conditions", () => {
  const goal: Goal = { kind: "at-most", ...ttft, value: 0.5 };
  const throughput: Condition = {
    kind: "signal",
    signal: "output-tokens",
    statistic: "rate",
    maxWorseningRatio: 0.05,
  };

  test("a condition that holds keeps the goal met, one that does not makes it not met", () => {
    expect(judge(goal, { conditions: [throughput] })).toMatchObject({
      verdict: "met",
      parts: [
        { kind: "goal", verdict: "met" },
        { kind: "condition", verdict: "met" },
      ],
    });
    const short = createGateSide({ seed: 2, outputTokens: 170 });
    const judged = judge(goal, { conditions: [throughput], window: short });
    expect(judged).toMatchObject({ verdict: "not-met", parts: [{ verdict: "met" }, { verdict: "not-met" }] });
    expect(judged.parts[1]?.change?.value).toBeCloseTo(0.15, 1);
  });

  test("a condition in words is never decided", () => {
    expect(judge(goal, { conditions: [{ kind: "stated", text: "Quality of the answers" }] })).toMatchObject({
      verdict: "cannot-tell",
      parts: [{ verdict: "met" }, { verdict: "cannot-tell", reason: { kind: "stated" } }],
    });
  });

  test("a condition needs a baseline", () => {
    const baseline = { kind: "other-deployment", title: "chat" } as const;
    expect(judge(goal, { conditions: [throughput], baseline }).parts[1]?.reason).toEqual(baseline);
  });
});

/** 300 requests per minute with 200 tokens are 1,000 tokens/s: 4 GPUs at 2.7 EUR cost 3 EUR per million tokens. */
describe("a limit of the cost", () => {
  const price = { perAcceleratorHour: 2.7, currency: "EUR" };
  const window = createGateSide({ seed: 2, environment: { "gpu.count": "4" } });
  const judgeCostOf = (maxPerMillionTokens: number, options: Options = {}) => {
    const cost = { kind: "cost", maxPerMillionTokens, currency: "EUR" } as const;
    return judge({ kind: "at-most", ...ttft, value: 0.5 }, { conditions: [cost], window, price, ...options })
      .parts[1];
  };

  test("is met above the cost and not met below it", () => {
    const met = judgeCostOf(3.3);
    expect(met).toMatchObject({ verdict: "met", reason: null, limit: 3.3 });
    expect(met?.measured?.value).toBeCloseTo(3, 1);
    expect(met?.measured?.lower).toBeLessThan(met?.measured?.value ?? 0);
    expect(met?.measured?.upper).toBeGreaterThan(met?.measured?.value ?? Infinity);
    expect(met?.marginRatio).toBeGreaterThan(0);
    expect(met?.cost).toEqual({ acceleratorCount: 4, pricePerAcceleratorHour: 2.7, currency: "EUR" });
    expect(judgeCostOf(2.7)).toMatchObject({ verdict: "not-met", limit: 2.7 });
  });

  test("equals GPUs × price ÷ output tokens of the window", () => {
    const { blocks = [] } = window.measured.counters["output-tokens"] ?? {};
    const tokens = blocks.reduce<number>((sum, count) => sum + Number(count), 0);
    const hours = (window.measured.blockCount * window.measured.blockMs) / 3_600_000;
    expect(judgeCostOf(3)?.measured?.value).toBeCloseTo((4 * 2.7 * hours * 1e6) / tokens, 9);
    expect(judgeCostOf(3)?.measured?.n).toBe(tokens);
  });

  test("cannot be judged without a price, with a price in another currency, and without the number of GPUs", () => {
    const reasons = [
      { price: null },
      { price: { ...price, currency: "USD" } },
      { window: createGateSide({ seed: 2 }) },
    ].map((options) => judgeCostOf(3, options));
    expect(reasons).toMatchObject([
      { verdict: "cannot-tell", measured: null, reason: { kind: "no-price" } },
      { verdict: "cannot-tell", measured: null, reason: { kind: "other-currency", currency: "USD" } },
      { verdict: "cannot-tell", measured: null, reason: { kind: "no-gpu-count" } },
    ]);
  });

  test("does not count parts of a GPU as GPUs, and prefers the entered number", () => {
    const environment = { "gpu.count": "7", "gpu.model": "NVIDIA H100 80GB HBM3 1g.10gb" };
    const parts = createGateSide({ seed: 2, environment });
    expect(judgeCostOf(3, { window: parts })?.reason).toEqual({ kind: "no-gpu-count" });
    expect(judgeCostOf(3, { window: parts, enteredCount: 1 })?.cost?.acceleratorCount).toBe(1);
    expect(judgeCostOf(3, { enteredCount: 2 })?.cost?.acceleratorCount).toBe(2);
  });

  test("a window without output tokens has no cost, and incomplete data prevent a verdict", () => {
    const idle = createGateSide({ seed: 2, outputTokens: 0, environment: { "gpu.count": "4" } });
    expect(judgeCostOf(3, { window: idle })).toMatchObject({
      verdict: "cannot-tell",
      reason: { kind: "no-value" },
    });
    const { counters } = window.measured;
    const tokens = counters["output-tokens"] ?? { unit: "tokens-per-second", blocks: [] };
    const blocks = tokens.blocks.map((count, block) => (block > 26 ? ("not-scraped" as const) : count));
    const measured = {
      ...window.measured,
      counters: { ...counters, "output-tokens": { ...tokens, blocks } },
    };
    const partial = { ...window, measured };
    expect(judgeCostOf(3.3, { window: partial })).toMatchObject({
      verdict: "cannot-tell",
      reason: { kind: "issues" },
    });
  });
});

describe("data that prevent a verdict", () => {
  const goal: Goal = { kind: "at-most", ...ttft, value: 0.5 };
  const window = createGateSide({ seed: 2 });

  test.each([
    [
      "a deploy within the window",
      { ...window, concerns: [{ kind: "deploy" as const, detail: "Deployed." }] },
    ],
    ["missing newest blocks", { ...window, measured: withoutBlocks(window.measured, (block) => block > 26) }],
    [
      "10 % of the blocks missing",
      { ...window, measured: withoutBlocks(window.measured, (block) => block % 10 === 5) },
    ],
  ])("%s", (_name, contaminated) => {
    const part = firstPart(goal, { window: contaminated });
    expect(part).toMatchObject({ verdict: "cannot-tell", reason: { kind: "issues" } });
    expect(part.measured?.n).toBeGreaterThan(0);
  });

  test("a signal that was not measured, and too few blocks", () => {
    expect(firstPart({ kind: "at-most", signal: "e2e", statistic: "p95", value: 1 }).reason).toEqual({
      kind: "no-value",
      side: "window",
      detail: "The engine does not report it.",
    });
    const short = createGateSide({ seed: 2, blockCount: 10 });
    expect(firstPart(goal, { window: short })).toMatchObject({
      verdict: "cannot-tell",
      reason: { kind: "no-value" },
    });
  });
});

function withoutBlocks(measured: MeasuredBlocks, isMissing: (block: number) => boolean): MeasuredBlocks {
  const { ttft: distribution } = measured.distributions;
  if (distribution === undefined) throw new Error("no distribution");
  const blocks = distribution.blocks.map((one, block) => (isMissing(block) ? "not-scraped" : one));
  return { ...measured, distributions: { ttft: { ...distribution, blocks } } };
}

const anyWindow = fc
  .record({
    seed: fc.integer({ min: 1, max: 50 }),
    blockCount: fc.integer({ min: 5, max: 40 }),
    requestsPerBlock: fc.integer({ min: 1, max: 60 }),
    slowness: fc.double({ min: 0.05, max: 20, noNaN: true }),
  })
  .map(createGateSide);
const anyStatistic = fc.constantFrom(...(["p50", "p95", "p99", "mean"] as const));
const anyTarget = fc.double({ min: 0.001, max: 12, noNaN: true });

test("met needs the complete interval on the good side, not met on the bad side", () => {
  fc.assert(
    fc.property(anyWindow, anyStatistic, anyTarget, (window, statistic, value) => {
      const { verdict, measured, marginRatio, reason } = firstPart(
        { kind: "at-most", signal: "ttft", statistic, value },
        { window },
      );
      const [lower, upper] = [measured?.lower ?? 0, measured?.upper ?? Infinity];
      const facts = {
        met: upper <= value && (marginRatio ?? -1) >= 0 && reason === null,
        "not-met": lower >= value && reason === null,
        "cannot-tell": reason !== null,
      };
      expect(facts[verdict]).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test("a target at the true mean is rarely decided: in at most 5 % of windows on each side", () => {
  const truth = 0.2 * Math.exp(0.125);
  const verdicts = Array.from({ length: 200 }, (_, seed) =>
    firstPart(
      { kind: "at-most", ...mean, value: truth },
      { window: createGateSide({ seed, requestsPerBlock: 50 }) },
    ),
  ).map(({ verdict }) => verdict);
  for (const verdict of ["met", "not-met"])
    expect(verdicts.filter((one) => one === verdict).length).toBeLessThanOrEqual(10);
});

test("a harder target is never met if an easier one is not", () => {
  fc.assert(
    fc.property(anyWindow, anyStatistic, anyTarget, anyTarget, (window, statistic, one, other) => {
      const verdictOf = (value: number) =>
        firstPart({ kind: "at-most", signal: "ttft", statistic, value }, { window }).verdict;
      const [hard, easy] = [verdictOf(Math.min(one, other)), verdictOf(Math.max(one, other))];
      expect((hard !== "met" || easy === "met") && (easy !== "not-met" || hard === "not-met")).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test("at most and at least of a mean are never both met", () => {
  fc.assert(
    fc.property(anyWindow, anyTarget, (window, value) => {
      const verdicts = (["at-most", "at-least"] as const).map(
        (kind) => firstPart({ kind, ...mean, value }, { window }).verdict,
      );
      expect(verdicts).not.toEqual(["met", "met"]);
      expect(verdicts[0] === "met").toBe(verdicts[1] === "not-met");
    }),
    { numRuns: 60 },
  );
});

test("verdicts are combined: one that is not met decides, and all must be met", () => {
  const anyVerdict = fc.constantFrom(...(["met", "not-met", "cannot-tell"] as const));
  fc.assert(
    fc.property(fc.array(anyVerdict, { maxLength: 6 }), (verdicts) => {
      const combined = combineVerdicts(verdicts);
      expect(combined === "not-met").toBe(verdicts.includes("not-met"));
      expect(combined === "met").toBe(verdicts.length > 0 && verdicts.every((one) => one === "met"));
    }),
  );
});
