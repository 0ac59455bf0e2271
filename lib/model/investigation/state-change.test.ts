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
  goalVerdict: null,
  overrideReason: null,
  reason: null,
  hasOriginal: false,
};
const complete = { hasDeploy: true, goalVerdict: "met", reason: "because", hasOriginal: true } as const;

const anyText = fc.option(fc.constant("because"));
const anyChange: fc.Arbitrary<StateChange> = fc.record({
  from: fc.constantFrom(...investigationStates),
  to: fc.constantFrom(...investigationStates),
  hasDeploy: fc.boolean(),
  goalVerdict: fc.option(fc.constantFrom(...goalVerdicts)),
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

/** The conditions, stated a second time. */
function isJustified({ from, to, goalVerdict, overrideReason, reason, hasOriginal }: StateChange): boolean {
  if (to === "resolved" && goalVerdict !== "met" && overrideReason === null) return false;
  if (to === "duplicate" && !hasOriginal) return false;
  if (to !== "duplicate" && isEndWithoutFix(to) && reason === null) return false;
  return !isClosedState(from) || isClosedState(to) || reason !== null;
}

test("resolved needs a met goal or a signed exception, and an end without a fix a reason; a refusal is a sentence", () => {
  fc.assert(
    fc.property(anyChange, (change) => {
      const result = changeState(change);
      expect(!result.ok || isJustified(change)).toBe(true);
      expect(result.ok ? "None." : result.error).toMatch(/^[A-Z].*\.$/);
    }),
  );
});

describe("the refusal of resolved names the last check", () => {
  test.each([
    [null, "The goal was not checked."],
    ["not-met", "The last check found that the goal is not met."],
    ["cannot-tell", "The last check could not determine whether the goal is met."],
  ] as const)("%s", (goalVerdict, sentence) => {
    const result = changeState({ ...bare, goalVerdict });
    expect(result.ok ? "" : result.error).toContain(sentence);
  });
});

test("the state fix deployed does not lead to triage", () => {
  expect(changeState({ ...bare, ...complete, from: "fix-deployed", to: "triage" })).toEqual({
    ok: false,
    error: `Triage cannot follow Fix deployed. Possible next states: Active, Monitoring, Resolved, ${endsWithoutFix
      .map((state) => stateTitles[state])
      .join(", ")}.`,
  });
});
