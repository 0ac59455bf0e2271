import { expect, test } from "vitest";
import { measureFixture } from "@/lib/analysis/comparisons/fixtures";
import type { WindowConcern } from "@/lib/model/baseline/window-concern";
import { baselineProblemText } from "./baseline-problem-text";

const { load } = measureFixture();
const instanceRange = null;
const concernsOf = (...kinds: readonly WindowConcern["kind"][]): WindowConcern[] =>
  kinds.map((kind) => ({ kind, detail: `Detail of ${kind}.` }));

const planned = { isStarted: false };

test("a baseline with a changed number of ready instances is refused", () => {
  const changed = { ...load, meanInstanceCount: 3.5 };
  expect(baselineProblemText("Before", { load: changed, instanceRange, concerns: [] }, planned)).toBe(
    "The number of ready instances changed within the baseline of Before: 3.50 on average. Its load per instance at each time is not stored. Choose a baseline with a constant number of instances.",
  );
  expect(baselineProblemText("Before", { load, instanceRange, concerns: [] }, planned)).toBeNull();
});

test("a number of ready instances that changed is refused although its mean is an integer", () => {
  const changed = {
    load: { ...load, meanInstanceCount: 2 },
    instanceRange: { min: 1, max: 3 },
    concerns: [],
  };
  expect(baselineProblemText("Before", changed, planned)).toContain(
    "changed within the baseline of Before: between 1 and 3. Its load",
  );
  expect(
    baselineProblemText("Before", { ...changed, instanceRange: { min: 2, max: 2 } }, planned),
  ).toBeNull();
});

test("a concern that a gate refuses is refused, and one that only weakens a verdict is not", () => {
  expect(
    baselineProblemText(
      "Before",
      { load, instanceRange, concerns: concernsOf("not-steady", "deploy") },
      planned,
    ),
  ).toBe(
    "A concern about the baseline of Before prevents a verdict: Detail of deploy. Choose another baseline.",
  );
  const weak = concernsOf("not-steady", "few-requests", "exclusion");
  expect(baselineProblemText("Before", { load, instanceRange, concerns: weak }, planned)).toBeNull();
});

test("the arms of a started experiment cannot change, so another experiment is advised", () => {
  const started = { isStarted: true };
  const changed = { ...load, meanInstanceCount: 3.5 };
  expect(baselineProblemText("Before", { load: changed, instanceRange, concerns: [] }, started)).toMatch(
    / Add an experiment whose baseline has a constant number of instances\.$/,
  );
  expect(
    baselineProblemText("Before", { load, instanceRange, concerns: concernsOf("deploy") }, started),
  ).toMatch(/ Add an experiment with another baseline\.$/);
});
