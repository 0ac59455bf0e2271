import { expect, test } from "vitest";
import { attributeParts, phaseRuleError, ruledPhases } from "./phase-rule";
import { phaseRules } from "./phase-rule-schema";

test.each([
  [{}, /of no span/],
  [{ operation: "**" }, /every span/],
  [{ attribute: "=x" }, /no attribute/],
])("%j is told to be wrong, with what to do", (rule, wrong) => {
  expect(phaseRuleError(rule)?.problem).toMatch(wrong);
  expect(phaseRuleError(rule)?.fix).not.toBe("");
});

test("a name, an attribute or both are right", () => {
  for (const rule of [{ operation: "run" }, { attribute: "a" }, { operation: "*", attribute: "a=b=c" }])
    expect(phaseRuleError(rule)).toBeNull();
  expect(attributeParts("a = b=c")).toEqual({ name: "a", value: "b=c" });
  expect(attributeParts("a")).toEqual({ name: "a", value: null });
});

test("unexplained is nobody's to say, and what is no phase is refused with those there are", () => {
  expect(ruledPhases).not.toContain("unexplained");
  const { error } = phaseRules.safeParse([{ operation: "run", phase: "unexplained" }]);
  expect(error?.issues[0]?.message).toMatch(/^must be one of gateway, admission, /);
  expect(phaseRules.safeParse([{ operation: "x".repeat(201), phase: "queue" }]).success).toBe(false);
});
