import { expect, test } from "vitest";
import { splitAttributeCondition, phaseRuleError, assignablePhases } from "./phase-rule";
import { phaseRules } from "./phase-rule-schema";

test.each([
  [{}, /no span/],
  [{ operation: "**" }, /every span/],
  [{ attribute: "=x" }, /not name an attribute/],
])("refuses %j and states how to correct it", (rule, wrong) => {
  expect(phaseRuleError(rule)?.problem).toMatch(wrong);
  expect(phaseRuleError(rule)?.fix).not.toBe("");
});

test("accepts a name, an attribute or both", () => {
  for (const rule of [{ operation: "run" }, { attribute: "a" }, { operation: "*", attribute: "a=b=c" }])
    expect(phaseRuleError(rule)).toBeNull();
  expect(splitAttributeCondition("a = b=c")).toEqual({ name: "a", value: "b=c" });
  expect(splitAttributeCondition("a")).toEqual({ name: "a", value: null });
});

test("refuses unexplained and unknown phases, and lists the valid ones", () => {
  expect(assignablePhases).not.toContain("unexplained");
  const { error } = phaseRules.safeParse([{ operation: "run", phase: "unexplained" }]);
  expect(error?.issues[0]?.message).toMatch(/^must be one of gateway, admission, /);
  expect(phaseRules.safeParse([{ operation: "x".repeat(201), phase: "queue" }]).success).toBe(false);
});
