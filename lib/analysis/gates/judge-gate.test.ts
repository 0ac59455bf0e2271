import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseGateRules } from "@/lib/model/gate/gate-rule";
import { gateResult, type GateResult } from "@/lib/model/gate/gate-result";
import type { WindowConcernKind } from "@/lib/model/baseline/window-concern";
import { createGateSide } from "./fixtures";
import { judgeGate, type GateInput, type GateSide } from "./judge-gate";

const baseline = createGateSide({ blockCount: 120 });

function judge(
  rules: readonly string[],
  window: GateSide,
  options: Partial<Omit<GateInput, "rules" | "window">> = {},
): GateResult {
  const parsed = parseGateRules(rules);
  if (!parsed.ok) throw new Error(parsed.error);
  const result = judgeGate({
    rules: parsed.value,
    baseline,
    window,
    factor: null,
    isStrict: false,
    knownIssues: { obstacles: [], warnings: [] },
    ...options,
  });
  // Stored results are read through their schema.
  return gateResult.parse(JSON.parse(JSON.stringify(result)));
}

describe("the rules", () => {
  test("a window without a change passes, and its interval contains 0", () => {
    const { verdict, rules, obstacles } = judge(["ttft.mean=10%"], createGateSide({ seed: 2 }));
    expect({ verdict, obstacles }).toEqual({ verdict: "pass", obstacles: [] });
    expect(rules[0]?.regression?.lower).toBeLessThan(0);
    expect(rules[0]?.regression?.upper).toBeGreaterThan(0);
  });

  test.each([1.3, 1.5, 2])("latency that is %f times as high fails, with an honest interval", (slowness) => {
    const runs = Array.from({ length: 40 }, (_, seed) =>
      judge(["ttft.mean=10%"], createGateSide({ seed: 100 + seed, requestsPerBlock: 60, slowness }), {
        baseline: createGateSide({ seed: 200 + seed, blockCount: 60, requestsPerBlock: 60 }),
      }),
    );
    expect(new Set(runs.map(({ verdict }) => verdict))).toEqual(new Set(["fail"]));
    const containing = runs.filter(({ rules: [rule] }) => {
      const { lower, upper } = rule?.regression ?? { lower: null, upper: null };
      return (lower ?? Infinity) <= slowness - 1 && (upper ?? -Infinity) >= slowness - 1;
    });
    // A 95 % interval; 34 or fewer of 40 have a probability of 1 %.
    expect(containing.length).toBeGreaterThanOrEqual(35);
  });

  test("a regression within the limit passes, although it is significant", () => {
    const { verdict, rules } = judge(["ttft.mean=25%"], createGateSide({ seed: 4, slowness: 1.1 }));
    expect(verdict).toBe("pass");
    expect(rules[0]?.regression?.lower).toBeGreaterThan(0);
  });

  test("a quantile within one wide bucket is judged by the mean and the shares above both edges", () => {
    const pass = judge(["ttft.p95=10%"], createGateSide({ seed: 5, requestsPerBlock: 300, blockCount: 240 }));
    expect(pass.verdict).toBe("pass");
    const [rule] = pass.rules;
    expect(rule?.resolution).toEqual({ lower: 0.25, upper: 0.5 });
    expect(rule?.exact.map(({ aboveEdge, verdict }) => [aboveEdge, verdict])).toEqual([
      [null, "pass"],
      [0.25, "pass"],
      [0.5, "pass"],
    ]);
    const fail = judge(["ttft.p95=10%"], createGateSide({ seed: 6, slowness: 1.25 }));
    expect(fail.verdict).toBe("fail");
    expect(fail.rules[0]?.resolution).toEqual({ lower: 0.25, upper: 0.5 });
  });

  test("latencies within the limit pass in wide buckets, where the shares change by several times as much", () => {
    const plan = { requestsPerBlock: 2_000, blockCount: 120 };
    const options = { baseline: createGateSide({ ...plan, seed: 11 }) };
    const pass = judge(["ttft.p95=10%"], createGateSide({ ...plan, seed: 12, slowness: 1.05 }), options);
    expect(pass.verdict).toBe("pass");
    const [, , above] = pass.rules[0]?.exact ?? [];
    expect(above?.regression?.value).toBeGreaterThan(0.1);
    expect(above?.limitRatio).toBeGreaterThan(0.2);
    const fail = judge(["ttft.p95=10%"], createGateSide({ ...plan, seed: 12, slowness: 1.15 }), options);
    expect(fail.verdict).toBe("fail");
  });

  test("a quantile that moved over a bucket is judged directly", () => {
    const { verdict, rules } = judge(["ttft.p95=10%"], createGateSide({ seed: 7, slowness: 5 }));
    expect(verdict).toBe("fail");
    expect(rules[0]).toMatchObject({ resolution: null, exact: [] });
  });

  test("less throughput is a regression, and more is not", () => {
    const less = judge(["throughput=10%"], createGateSide({ seed: 8, outputTokens: 165 }));
    expect(less.verdict).toBe("fail");
    expect(less.rules[0]?.regression?.value).toBeCloseTo(0.175, 2);
    expect(judge(["throughput=10%"], createGateSide({ seed: 8, outputTokens: 235 })).verdict).toBe("pass");
  });

  test("throughput is judged per instance, as the load is, if the number of instances changed", () => {
    const twice = createGateSide({ blockCount: 120, requestsPerBlock: 600, instanceCount: 2 });
    const options = { baseline: twice };
    const equal = judge(["throughput=10%"], createGateSide({ seed: 8, requestsPerBlock: 300 }), options);
    expect(equal).toMatchObject({ verdict: "pass", obstacles: [] });
    expect(equal.rules[0]).toMatchObject({ isPerInstance: true });
    expect(equal.rules[0]?.window?.value).toBeCloseTo(1_000, -1);
    const less = createGateSide({ seed: 8, requestsPerBlock: 300, outputTokens: 165 });
    expect(judge(["throughput=10%"], less, options).verdict).toBe("fail");
    expect(judge(["throughput=10%"], createGateSide({ seed: 8 })).rules[0]).not.toHaveProperty(
      "isPerInstance",
    );
  });

  test("no errors in both windows pass; errors of 1 % where there were none fail", () => {
    expect(judge(["errors=10%"], createGateSide({ seed: 9 })).verdict).toBe("pass");
    const { verdict, rules } = judge(["errors=10%"], createGateSide({ seed: 9, errorRatio: 0.01 }));
    expect(verdict).toBe("fail");
    expect(rules[0]?.baseline?.value).toBe(0);
    expect(rules[0]?.regression?.value).toBeCloseTo(1, 0);
  });

  test.each([
    ["preemptions.rate", { kind: "counter", unit: "events-per-second" }, 60, "preemptions"],
    ["waiting.value", { kind: "gauge", unit: "requests" }, 5, "waiting"],
    ["kv-usage.value", { kind: "gauge", unit: "ratio" }, 0.5, "kv-usage"],
  ] as const)(
    "%s of 0 in both windows passes, and a rise from 0 fails",
    (rule, { kind, unit }, raised, id) => {
      const withValue = (side: GateSide, value: number): GateSide => {
        const { measured } = side;
        const series = { unit, blocks: Array.from({ length: measured.blockCount }, () => value) };
        return {
          ...side,
          measured:
            kind === "counter"
              ? { ...measured, counters: { ...measured.counters, [id]: series } }
              : { ...measured, gauges: { [id]: series } },
        };
      };
      const idle = withValue(baseline, 0);
      const run = (value: number) =>
        judge([`${rule}=10%`], withValue(createGateSide({ seed: 40 }), value), { baseline: idle });
      expect(run(0).verdict).toBe("pass");
      const { verdict, rules } = run(raised);
      expect(verdict).toBe("fail");
      expect(rules[0]?.regression?.value).toBeGreaterThan(0.1);
    },
  );

  test("a baseline without errors and a window in which 5 % of the requests fail is a failure", () => {
    const { verdict, rules } = judge(["errors=10%"], createGateSide({ seed: 41, errorRatio: 0.05 }));
    expect(verdict).toBe("fail");
    expect(rules[0]?.baseline?.value).toBe(0);
    expect(rules[0]?.window?.value).toBeCloseTo(0.05, 2);
  });

  test("a signal without values is undecided with its reason", () => {
    const { verdict, rules } = judge(["e2e.mean=10%"], createGateSide());
    expect(verdict).toBe("cannot-tell");
    expect(rules[0]?.undecidedReason).toEqual({
      kind: "no-value",
      side: "baseline",
      detail: "The engine does not report it.",
    });
  });
});

describe("an undecided rule", () => {
  test("states the length of the window that decides", () => {
    const slight = { slowness: 1.07, requestsPerBlock: 40 };
    const { verdict, rules } = judge(["ttft.mean=10%"], createGateSide({ seed: 10, ...slight }), {
      baseline: createGateSide({ seed: 1, blockCount: 1_000, requestsPerBlock: 40 }),
    });
    expect(verdict).toBe("cannot-tell");
    const reason = rules[0]?.undecidedReason;
    if (reason?.kind !== "few-samples") throw new Error("the reason is the number of samples");
    const { neededWindowMs, additionalRequestCount } = reason.further;
    expect(neededWindowMs).toBeGreaterThan(30 * 60_000);
    expect(additionalRequestCount).toBeGreaterThan(0);
    const longer = createGateSide({ seed: 10, blockCount: (2 * neededWindowMs!) / 60_000, ...slight });
    expect(
      judge(["ttft.mean=10%"], longer, {
        baseline: createGateSide({ seed: 1, blockCount: 1_000, requestsPerBlock: 40 }),
      }).verdict,
    ).toBe("pass");
  });

  test("has no length if the baseline is too short", () => {
    const { rules } = judge(
      ["ttft.mean=10%"],
      createGateSide({ seed: 11, requestsPerBlock: 300, blockCount: 300, slowness: 1.09 }),
      {
        baseline: createGateSide({ seed: 12, blockCount: 20, requestsPerBlock: 20 }),
        factor: { path: "load", from: null, to: null },
      },
    );
    expect(rules[0]?.undecidedReason).toEqual({
      kind: "few-samples",
      further: { neededWindowMs: null, additionalRequestCount: null },
    });
  });
});

describe("before any rule, cannot tell", () => {
  const slow = createGateSide({ seed: 3, slowness: 2 });

  test.each<WindowConcernKind>([
    "exclusion",
    "deploy",
    "configuration",
    "mixed-versions",
    "throttling",
    "incomplete",
  ])("because the window has the concern %s", (kind) => {
    const { verdict, obstacles, rules } = judge(["ttft.mean=10%"], {
      ...slow,
      concerns: [{ kind, detail: "It is so." }],
    });
    expect(verdict).toBe("cannot-tell");
    expect(obstacles).toEqual([{ kind: "concern", side: "window", concern: kind, detail: "It is so." }]);
    expect(rules[0]?.verdict).toBe("fail");
  });

  test.each<WindowConcernKind>(["few-requests", "not-steady", "over-limit"])(
    "but %s is a warning",
    (kind) => {
      const { verdict, warnings } = judge(["ttft.mean=10%"], {
        ...slow,
        concerns: [{ kind, detail: "So." }],
      });
      expect(verdict).toBe("fail");
      expect(warnings).toHaveLength(1);
    },
  );

  test("because the load differs by more than 20 %, unless it is the declared factor", () => {
    const busy = createGateSide({ seed: 3, requestsPerBlock: 400 });
    const { verdict, obstacles } = judge(["ttft.mean=10%"], busy);
    expect(verdict).toBe("cannot-tell");
    expect(obstacles).toEqual([
      { kind: "load", measure: "requestsPerInstance", ratio: expect.closeTo(4 / 3, 9) as number },
    ]);
    const factor = { path: "load", from: null, to: null };
    const declared = judge(["ttft.mean=10%"], busy, { factor });
    expect(declared.verdict).toBe("pass");
    expect(declared.warnings).toMatchObject([{ kind: "load", isDeclared: true }]);
  });

  test("because the newest blocks have no samples", () => {
    const { ttft } = slow.measured.distributions;
    const blocks = ttft!.blocks.map((block, index) => (index < 28 ? block : ("not-scraped" as const)));
    const measured = { ...slow.measured, distributions: { ttft: { ...ttft!, blocks } } };
    const { verdict, obstacles } = judge(["ttft.mean=10%"], { ...slow, measured });
    expect(verdict).toBe("cannot-tell");
    expect(obstacles).toEqual([
      { kind: "stale", ageMs: 120_000 },
      { kind: "incomplete-signal", side: "window", signal: "ttft", incompleteCount: 2, blockCount: 30 },
    ]);
  });

  test("because a path differs, unless it is the declared factor with these values", () => {
    const path = "engine.flags.max_num_seqs";
    const [before, after] = ["256", "64"].map((value, seed) =>
      createGateSide({ seed, blockCount: 120, environment: { [path]: value } }),
    );
    const run = (factor: GateInput["factor"]) =>
      judge(["ttft.mean=10%"], after!, { baseline: before!, factor });
    expect(run(null)).toMatchObject({
      verdict: "cannot-tell",
      obstacles: [{ kind: "environment", path, baseline: "256", window: "64" }],
    });
    expect(run({ path, from: null, to: null }).verdict).toBe("pass");
    expect(run({ path, from: "256", to: "64" }).verdict).toBe("pass");
    expect(run({ path, from: "128", to: "64" }).obstacles).toEqual([
      { kind: "factor-mismatch", path, side: "baseline", declared: "128", found: "256" },
    ]);
  });

  test("because a path is known on one side only, if strict", () => {
    const window = createGateSide({ seed: 2, environment: { "engine.version": "0.11.0", region: "eu" } });
    const unknown = { kind: "unknown-environment", path: "region", knownSide: "window" };
    expect(judge(["ttft.mean=10%"], window)).toMatchObject({ verdict: "pass", warnings: [unknown] });
    expect(judge(["ttft.mean=10%"], window, { isStrict: true })).toMatchObject({
      verdict: "cannot-tell",
      obstacles: [unknown],
    });
  });

  test("because of an issue that is known without measurements", () => {
    const knownIssues = { obstacles: [{ kind: "expired-baseline", expiredAtMs: 1 } as const], warnings: [] };
    expect(judge(["ttft.mean=10%"], slow, { knownIssues }).verdict).toBe("cannot-tell");
  });
});

test("property: a stricter limit never turns a failed rule into another verdict, and no obstacle gives a verdict", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 0.8, max: 2, noNaN: true }),
      (one, other, slowness) => {
        const window = createGateSide({ seed: 20, blockCount: 20, requestsPerBlock: 300, slowness });
        const [strict, loose] = [Math.min(one, other), Math.max(one, other)];
        const order = ["pass", "cannot-tell", "fail"];
        const rank = (limit: number) => order.indexOf(judge([`ttft.mean=${limit}%`], window).verdict);
        expect(rank(strict)).toBeGreaterThanOrEqual(rank(loose));
        const deploy = { ...window, concerns: [{ kind: "deploy" as const, detail: "2.4" }] };
        expect(judge([`ttft.mean=${one}%`], deploy).verdict).toBe("cannot-tell");
      },
    ),
    { numRuns: 15 },
  );
});

test("property: data with more than 5 % missing blocks never pass, wherever they are missing and for any reason", () => {
  const window = createGateSide({ seed: 30, requestsPerBlock: 60 });
  const { ttft } = window.measured.distributions;
  const absences = [
    "not-scraped",
    "series-started",
    "series-stopped",
    "counter-reset",
    "mixed-edges",
  ] as const;
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 29 }), { minLength: 2, maxLength: 30 }),
      fc.constantFrom(...absences),
      fc.constantFrom("baseline", "window"),
      (missing, absence, side) => {
        const blocks = ttft!.blocks.map((block, index) => (missing.includes(index) ? absence : block));
        const partial: GateSide = {
          ...window,
          measured: { ...window.measured, distributions: { ttft: { ...ttft!, blocks } } },
        };
        const [before, after] = side === "baseline" ? [partial, window] : [window, partial];
        const { verdict } = judge(["ttft.mean=1000%"], after, { baseline: before });
        expect(verdict).toBe("cannot-tell");
      },
    ),
  );
});
