import fc from "fast-check";
import { expect, test } from "vitest";
import {
  changeStepState,
  findStepObstacle,
  findRoundObstacle,
  checkStepMove,
  stepActions,
  type RoundFacts,
} from "./step-change";
import { stepIds, stepNumber, type StepId } from "./step-ids";
import { stepStates } from "./step-record";

const anyStep = fc.constantFrom(...stepIds);
const anyState = fc.constantFrom(...stepStates);
const anyFacts: fc.Arbitrary<RoundFacts> = fc.record({
  states: fc.record({
    "define-baseline": anyState,
    "identify-symptoms": anyState,
    "collect-data": anyState,
    "form-hypotheses": anyState,
    reproduce: anyState,
    optimise: anyState,
    validate: anyState,
  }),
  baseline: fc.constantFrom("missing", "other-deployment", "usable"),
  provenHypothesisCount: fc.nat(3),
});
const open: RoundFacts = {
  states: {
    "define-baseline": "open",
    "identify-symptoms": "open",
    "collect-data": "open",
    "form-hypotheses": "open",
    reproduce: "open",
    optimise: "open",
    validate: "open",
  },
  baseline: "missing",
  provenHypothesisCount: 0,
};
const skip = (...steps: readonly StepId[]): RoundFacts => ({
  ...open,
  states: { ...open.states, ...Object.fromEntries(steps.map((step) => [step, "skipped"])) },
});

test("the steps are numbered from 1 to 7", () => {
  expect(stepIds.map(stepNumber)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("going back is always possible, and is marked as such", () => {
  fc.assert(
    fc.property(anyStep, anyStep, anyFacts, (from, to, facts) => {
      fc.pre(stepNumber(to) < stepNumber(from) && to !== "optimise");
      expect(checkStepMove({ from, to }, facts)).toEqual({ ok: true, value: { isBack: true } });
    }),
  );
});

test("step 6 begins exactly with a baseline and a hypothesis with evidence, or with their steps skipped", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const { states, baseline, provenHypothesisCount } = facts;
      const isReady =
        (baseline === "usable" || states["define-baseline"] === "skipped") &&
        (provenHypothesisCount > 0 || states["form-hypotheses"] === "skipped");
      expect(checkStepMove({ from: "reproduce", to: "optimise" }, facts).ok).toBe(isReady);
      expect(findStepObstacle("optimise", facts) === null).toBe(isReady);
    }),
  );
});

test("the first missing condition of step 6 is named with the remedy", () => {
  expect(findStepObstacle("optimise", open)).toContain("skip step 1 and give a reason");
  expect(findStepObstacle("optimise", skip("define-baseline"))).toContain("skip step 4 and give a reason");
  expect(findStepObstacle("optimise", skip("define-baseline", "form-hypotheses"))).toBeNull();
  expect(findStepObstacle("optimise", { ...open, baseline: "other-deployment" })).toContain(
    "the present baseline is of another deployment",
  );
  expect(findStepObstacle("validate", open)).toBeNull();
});

test("a step that is not open must be reopened before it is finished or skipped", () => {
  fc.assert(
    fc.property(anyStep, fc.constantFrom(...stepActions), anyFacts, (step, action, facts) => {
      const result = changeStepState({ step, action, reason: "because" }, facts);
      const isOpen = facts.states[step] === "open";
      expect(!result.ok || isOpen === (action !== "reopen")).toBe(true);
      expect(result.ok ? "None." : result.error).toMatch(/^[A-Z].*\.$/);
    }),
  );
});

test("a step is skipped only with a reason", () => {
  expect(changeStepState({ step: "reproduce", action: "skip", reason: null }, open).ok).toBe(false);
  expect(changeStepState({ step: "reproduce", action: "skip", reason: "Not needed" }, open)).toEqual({
    ok: true,
    value: "skipped",
  });
});

test("only the current round can be changed", () => {
  expect(findRoundObstacle(2, 2)).toBeNull();
  expect(findRoundObstacle(1, 2)).toBe("Round 1 cannot be changed, because the investigation is in round 2.");
});
