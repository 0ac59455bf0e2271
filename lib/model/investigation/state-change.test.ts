import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { goalVerdicts } from "./goal";
import {
  endsWithoutFix,
  investigationStates,
  isClosedState,
  isEndWithoutFix,
  openStates,
  stateExplanations,
  stateTitles,
} from "./investigation-state";
import { changeState, listNextStates, type StateChange } from "./state-change";

const bare: StateChange = {
  from: "monitoring",
  to: "resolved",
  hasDeploy: false,
  experiments: [],
  goalCheck: null,
  overrideReason: null,
  reason: null,
  hasOriginal: false,
};
const complete = {
  hasDeploy: true,
  goalCheck: { verdict: "met", sentence: "The goal is met." },
  reason: "because",
  hasOriginal: true,
} as const;

const anyText = fc.option(fc.constant("because"));
const anyChange: fc.Arbitrary<StateChange> = fc.record({
  from: fc.constantFrom(...investigationStates),
  to: fc.constantFrom(...investigationStates),
  hasDeploy: fc.boolean(),
  experiments: fc.constant([]),
  goalCheck: fc.option(
    fc.record({ verdict: fc.constantFrom(...goalVerdicts), sentence: fc.constant("The value is 1 s.") }),
  ),
  overrideReason: anyText,
  reason: anyText,
  hasOriginal: fc.boolean(),
});

test("every state has a title and one sentence", () => {
  for (const state of investigationStates) {
    expect(stateTitles[state]).toMatch(/^[A-Z]/);
    expect(stateExplanations[state]).toMatch(/^[A-Z][^.]*\.$/);
  }
  expect(openStates).toEqual(["triage", "active", "fix-deployed", "monitoring"]);
});

test("every state can be reached from triage, and every closed state can be left", () => {
  const reached = new Set<string>(["triage"]);
  for (const state of reached)
    for (const next of listNextStates(state as (typeof investigationStates)[number])) reached.add(next);
  expect([...reached].toSorted()).toEqual([...investigationStates].toSorted());
  for (const state of investigationStates.filter(isClosedState))
    expect(listNextStates(state)).toContain("active");
});

test("with all conditions met, exactly the listed states may follow", () => {
  for (const from of investigationStates)
    for (const to of investigationStates)
      expect(changeState({ ...bare, ...complete, from, to }).ok, `${from} to ${to}`).toBe(
        listNextStates(from).includes(to),
      );
});

test("a fix is deployed only with a deploy, independently of other facts", () => {
  fc.assert(
    fc.property(anyChange, (change) => {
      const { ok } = changeState({ ...change, to: "fix-deployed", hasDeploy: false });
      expect(ok).toBe(false);
    }),
  );
});

test("a fix whose experiment is not approved is not deployed, and an approved or rejected one is", () => {
  const change = { ...bare, ...complete, from: "active", to: "fix-deployed" } as const;
  const adopted = { number: 1, decision: "adopt", isApproved: false } as const;
  expect(changeState({ ...change, experiments: [adopted] })).toEqual({
    ok: false,
    error: "“Fix deployed” requires an approved change. The change of X1 is adopted, but not approved.",
  });
  expect(changeState({ ...change, experiments: [{ ...adopted, isApproved: true }] }).ok).toBe(true);
  expect(changeState({ ...change, experiments: [{ ...adopted, decision: "reject" }] }).ok).toBe(true);
});

/** The conditions, stated a second time. */
function isJustified({ from, to, goalCheck, overrideReason, reason, hasOriginal }: StateChange): boolean {
  if (to === "resolved" && goalCheck?.verdict !== "met" && overrideReason === null) return false;
  if (to === "duplicate" && !hasOriginal) return false;
  if (to !== "duplicate" && isEndWithoutFix(to) && reason === null) return false;
  return !isClosedState(from) || isClosedState(to) || reason !== null;
}

test("resolved needs a met goal or a signed exception, and an end without a fix a reason; a refusal is a sentence", () => {
  fc.assert(
    fc.property(anyChange, (change) => {
      const result = changeState(change);
      expect(!result.ok || isJustified(change)).toBe(true);
      expect(result.ok ? "None." : result.error).toMatch(/^[A-Z“].*\.$/);
    }),
  );
});

describe("the refusal of resolved contains the result of the check", () => {
  test.each([
    [null, "The investigation has no goal."],
    [{ verdict: "not-met", sentence: "TTFT p95 is 2.0 s." }, "TTFT p95 is 2.0 s."],
    [{ verdict: "cannot-tell", sentence: "The window has 3 time blocks." }, "The window has 3 time blocks."],
  ] as const)("%o", (goalCheck, sentence) => {
    const result = changeState({ ...bare, goalCheck });
    expect(result.ok ? "" : result.error).toContain(sentence);
  });
});

test("the state fix deployed does not lead to triage", () => {
  expect(changeState({ ...bare, ...complete, from: "fix-deployed", to: "triage" })).toEqual({
    ok: false,
    error: `“Triage” cannot follow “Fix deployed”. Possible next states: Active, Monitoring, Resolved, ${endsWithoutFix
      .map((state) => stateTitles[state])
      .join(", ")}.`,
  });
});
