import { expect, test } from "vitest";
import type { GoalPart } from "@/lib/analysis/goals/judged-target";
import { goalPartText } from "./goal-part-text";

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
  reason: { kind: "few-samples", further: { neededWindowMs: null, additionalRequestCount: null } },
});

test("states that the interval is unbounded, not that the value is close to the target", () => {
  expect(goalPartText(undecided(null)).replaceAll(/\s/g, " ")).toBe(
    "TTFT p95 is 9.08 s (95 % interval at least 0 s, n = 28,018). The interval contains the target and has no upper end: the window has too few independent requests, or its latency changes too much. Check a longer window with stable load and latency.",
  );
});

test("states that a longer window cannot decide a value close to the target", () => {
  expect(goalPartText(undecided(10))).toMatch(
    /the value is too close to it for a longer window to decide\.$/,
  );
});
