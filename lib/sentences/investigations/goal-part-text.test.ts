import { expect, test } from "vitest";
import type { GoalPart } from "@/lib/analysis/goals/judged-target";
import { goalPartText, goalPartTitle } from "./goal-part-text";

const undecided = (upper: number | null): GoalPart => ({
  kind: "goal",
  goal: { kind: "at-most", signal: "ttft", statistic: "p95", value: 2 },
  verdict: "cannot-tell",
  measured: { value: 9.08, lower: upper === null ? 0 : 1.9, upper, n: 28_018 },
  baseline: null,
  change: null,
  limit: 2,
  marginRatio: null,
  rule: null,
  cost: null,
  reason: { kind: "few-samples", further: { neededWindowMs: null, additionalRequestCount: null } },
});

test("states that the interval is unbounded, not that the value is close to the target", () => {
  expect(goalPartText(undecided(null)).replaceAll(/\s/g, " ")).toBe(
    "TTFT p95 is 9.08 s (95 % interval unbounded, n = 28,018). The interval contains the target and has no upper end: the window has too few independent requests, or its latency changes too much. Check a longer window with stable load and latency.",
  );
});

test("states that a longer window cannot decide a value close to the target", () => {
  expect(goalPartText(undecided(10))).toMatch(
    /the value is too close to it for a longer window to decide\.$/,
  );
});

const cost: GoalPart = {
  ...undecided(null),
  kind: "condition",
  condition: { kind: "cost", maxPerMillionTokens: 0.5, currency: "EUR" },
  verdict: "met",
  measured: { value: 0.42, lower: 0.41, upper: 0.43, n: 12_345_678 },
  limit: 0.5,
  reason: null,
  cost: { acceleratorCount: 4, pricePerAcceleratorHour: 2.5, currency: "EUR" },
};

test("states a cost with its interval, the tokens, the GPUs and their price", () => {
  expect(goalPartTitle(cost).replaceAll(/\s/g, " ")).toBe("Cost per million output tokens at most 0.500 EUR");
  expect(goalPartText(cost).replaceAll(/\s/g, " ")).toBe(
    "A million output tokens cost 0.420 EUR (95 % interval 0.410 to 0.430 EUR, n = 12,345,678 tokens) with 4 GPUs at 2.50 EUR per hour.",
  );
});

test("states where to enter a missing price", () => {
  const unpriced: GoalPart = {
    ...cost,
    verdict: "cannot-tell",
    measured: null,
    cost: null,
    reason: { kind: "no-price" },
  };
  expect(goalPartText(unpriced)).toMatch(
    /^The price of a GPU hour is not known\. Enter it on the page Roofline/,
  );
});

test("names a value per instance", () => {
  const estimate = (value: number) => ({ value, lower: value, upper: value, n: 1_200 });
  const part: GoalPart = {
    ...undecided(null),
    kind: "goal",
    goal: { kind: "change", signal: "output-tokens", statistic: "rate", changeRatio: 0.2 },
    verdict: "met",
    reason: null,
    baseline: estimate(1_000),
    measured: estimate(1_300),
    change: { value: 0.3, lower: 0.25, upper: 0.35 },
    isPerInstance: true,
  };
  expect(goalPartTitle(part)).toMatch(/, per instance$/);
  expect(goalPartText(part)).toMatch(/ per instance is 30.% higher than in the baseline/u);
});
