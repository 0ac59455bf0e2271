import { describe, expect, test } from "vitest";
import type { GateIssue, GateResult, RuleResult } from "@/lib/model/gate/gate-result";
import { gateSentence } from "./gate-sentence";
import { issueText } from "./issue-text";
import { ruleText } from "./rule-text";

const estimate = (value: number) => ({ value, lower: value * 0.98, upper: value * 1.02, n: 9_000 });

const slowMean: RuleResult = {
  signal: "ttft",
  statistic: "mean",
  maxRegressionRatio: 0.1,
  unit: "seconds",
  verdict: "fail",
  baseline: estimate(0.2),
  window: estimate(0.3),
  regression: { value: 0.5, lower: 0.45, upper: 0.56 },
  resolution: null,
  exact: [],
  undecidedReason: null,
};
const result = (part: Partial<GateResult>): GateResult => ({
  schemaVersion: 1,
  verdict: "cannot-tell",
  obstacles: [],
  warnings: [],
  rules: [],
  ...part,
});
const plain = (text: string): string => text.replaceAll("\u202f", " ");

describe("the sentence of a run", () => {
  test("a failure names the signal, the amount, its interval and the limit", () => {
    expect(plain(gateSentence(result({ verdict: "fail", rules: [slowMean, slowMean] })))).toBe(
      "Fail: mean TTFT regressed by 50 % (45 % to 56 %), limit 10 %. 1 other rule failed too.",
    );
  });

  test("a failed quantile within a wide bucket names the number that failed", () => {
    const rule: RuleResult = {
      ...slowMean,
      statistic: "p95",
      resolution: { lower: 0.25, upper: 0.5 },
      exact: [{ ...slowMean, aboveEdge: 0.25 }],
    };
    expect(plain(gateSentence(result({ verdict: "fail", rules: [rule] })))).toBe(
      "Fail: TTFT p95, judged by its share of requests with a TTFT above 0.25 s, regressed: 20.0 % in the baseline, 30.0 % now.",
    );
    expect(plain(ruleText(rule))).toContain("TTFT p95 of the baseline is in 0.25–0.5 s");
  });

  test("a percentile in the first bucket is stated as below the edge of the bucket", () => {
    const rule: RuleResult = {
      ...slowMean,
      verdict: "undecided",
      statistic: "p95",
      baseline: estimate(0.0095),
      window: estimate(0.0098),
      resolution: { lower: 0, upper: 0.01 },
    };
    expect(plain(gateSentence(result({ rules: [rule] })))).toContain(
      "<0.01 s, below resolution in the baseline, <0.01 s, below resolution now",
    );
  });

  test("a pass names the rule that is closest to its limit", () => {
    const better = {
      ...slowMean,
      verdict: "pass",
      regression: { value: -0.02, lower: -0.05, upper: 0.01 },
    } as const;
    expect(plain(gateSentence(result({ verdict: "pass", rules: [better] })))).toBe(
      "Pass: the limit is not exceeded. Closest to its limit: mean TTFT with a regression of −2 %, limit 10 %.",
    );
  });

  test("cannot tell states the first obstacle, or the undecided rule with what would decide", () => {
    const obstacles: readonly GateIssue[] = [
      { kind: "environment", path: "engine.flags.max_num_seqs", baseline: "256", window: "64" },
      { kind: "stale", ageMs: 180_000 },
    ];
    expect(plain(gateSentence(result({ obstacles: [...obstacles] })))).toBe(
      "Cannot tell: engine.flags.max_num_seqs differs: 256 in the baseline, 64 in the window. Declare it with --factor engine.flags.max_num_seqs if it was changed on purpose. 1 further reason.",
    );
    const undecided: RuleResult = {
      ...slowMean,
      verdict: "undecided",
      undecidedReason: {
        kind: "few-samples",
        further: { neededWindowMs: 7_200_000, additionalRequestCount: 4_000 },
      },
    };
    expect(plain(gateSentence(result({ rules: [undecided] })))).toBe(
      "Cannot tell: mean TTFT is undecided: 0.200 s in the baseline, 0.300 s now, regression 45 % to 56 %, limit 10 %. The interval contains the limit. A window of 2 h, with about 4,000 more requests, would be enough for a verdict.",
    );
    const detail = "The mean TTFT in quarter 1 of the window differs by 82 % from the full window.";
    const unsteady: GateIssue = { kind: "concern", side: "window", concern: "not-steady", detail };
    expect(plain(gateSentence(result({ rules: [undecided, undecided], warnings: [unsteady] })))).toContain(
      `limit 10 %. ${detail} The interval contains the limit. A window of 2 h, with about 4,000 more requests, would be enough for a verdict. 1 other rule is undecided too.`,
    );
  });

  test("a number that was 0 is stated with both values", () => {
    const preemptions: RuleResult = {
      ...slowMean,
      signal: "preemptions",
      statistic: "rate",
      unit: "events-per-second",
      baseline: estimate(0),
      window: estimate(0.5),
    };
    expect(plain(gateSentence(result({ verdict: "fail", rules: [preemptions] })))).toBe(
      "Fail: preemptions regressed: 0 per min in the baseline, 30.0 per min now.",
    );
    expect(plain(ruleText(preemptions))).toBe(
      "Preemptions: 0 per min in the baseline, 30.0 per min now. Maximum increase: 1.00 per min.",
    );
  });

  test("an interval that contains every regression is unbounded, and the estimate is stated", () => {
    const unbounded: RuleResult = {
      ...slowMean,
      verdict: "undecided",
      regression: { value: 8.37, lower: -1, upper: null },
      undecidedReason: {
        kind: "few-samples",
        further: { neededWindowMs: null, additionalRequestCount: null },
      },
    };
    expect(plain(gateSentence(result({ rules: [unbounded] })))).toContain(
      "0.300 s now, regression 837 % with an unbounded interval, limit 10 %.",
    );
    expect(plain(ruleText(unbounded))).toContain("(95 % interval of the relative regression: unbounded)");
  });

  test("a run without a result waits", () => {
    expect(gateSentence(null)).toBe("Waiting for the end of the window.");
  });
});

test("less throughput is lower, and errors are stated with both values", () => {
  const throughput: RuleResult = {
    ...slowMean,
    signal: "output-tokens",
    statistic: "rate",
    unit: "tokens-per-second",
  };
  expect(plain(ruleText(throughput))).toMatch(/^Throughput is 50 % lower than in the baseline/);
  const errors: RuleResult = { ...slowMean, signal: "errors", statistic: "ratio-to-requests", unit: "ratio" };
  expect(plain(ruleText({ ...errors, baseline: estimate(0), window: estimate(0.01) }))).toBe(
    "Errors per request: 0 % in the baseline, 1.00 % now (95 % interval of the change: 0.45 to 0.56 percentage points). Maximum increase: 0.1 percentage points (10 % of 1 %: a baseline below 1 % counts as 1 %).",
  );
  expect(plain(ruleText({ ...errors, baseline: estimate(0.02), window: estimate(0.03) }))).toBe(
    "Errors per request: 2.00 % in the baseline, 3.00 % now (95 % interval of the relative regression: 45 % to 56 %). Maximum regression: 10 %.",
  );
  const undecided = {
    ...errors,
    verdict: "undecided",
    baseline: estimate(0),
    window: estimate(0.01),
  } as const;
  expect(plain(gateSentence(result({ rules: [undecided] })))).toContain(
    "Cannot tell: errors per request is undecided: 0 % in the baseline, 1.00 % now. The 95 % interval of the change is 0.45 to 0.56 percentage points, and the maximum increase is 0.1 percentage points (10 % of 1 %: a baseline below 1 % counts as 1 %).",
  );
});

test.each<[GateIssue, string]>([
  [
    { kind: "load", measure: "requestsPerInstance", ratio: 1.74, isDeclared: true },
    "The request rate per instance is 1.74 times that of the baseline. The load is the declared factor, so it may differ.",
  ],
  [
    {
      kind: "imported-baseline",
      imported: { importedBy: "Ana", atMs: Date.UTC(2026, 0, 1), isHashVerified: null },
    },
    "The baseline is an imported file. Imported on Thu 1 Jan 2026, 00:00 UTC, not measured by this installation. It is unknown whether the file matched its content hash.",
  ],
  [
    { kind: "load", measure: "promptTokens", ratio: 1.5 },
    "The mean prompt length is 1.50 times that of the baseline. A gate compares windows of equal load only (within ± 20 %).",
  ],
  [
    { kind: "unknown-environment", path: "region", knownSide: "window" },
    "region is known for the window but not for the baseline. The two values may differ.",
  ],
  [
    { kind: "factor-mismatch", path: "model", side: "baseline", declared: "a", found: "b" },
    "model is b in the baseline, but the declared factor expects a.",
  ],
  [
    { kind: "source", detail: "Prometheus does not respond." },
    "The window could not be read: Prometheus does not respond.",
  ],
  [
    { kind: "concern", side: "baseline", concern: "deploy", detail: "The window contains the deploy “2.4”." },
    "In the baseline: The window contains the deploy “2.4”.",
  ],
])("states %j as a sentence", (issue, text) => {
  expect(plain(issueText(issue))).toBe(text);
});
