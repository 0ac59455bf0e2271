import { expect, test } from "vitest";
import { findComponentRole, toStackName } from "./stack";

test.each([
  ["shop", "shop"],
  ["shop-0a1b2c3d", "shop"],
  ["shop-green", "shop-green"],
  ["shop-0a1b2c3", "shop-0a1b2c3"],
  ["", ""],
])("maps %s to the stack %s", (name, stack) => {
  expect(toStackName(name)).toBe(stack);
});

test.each([
  ["prefill", ["prefill"], "prefill"],
  ["VllmPrefillWorker", [], "prefill"],
  ["VllmDecodeWorker", [], "decode"],
  ["backend", ["backend"], "both"],
  ["backend", ["backend", "prefill"], "decode"],
  ["encoder", ["encoder", "prefill"], "both"],
])("workers of the component %s in a stack with %j have the role %s", (component, components, role) => {
  expect(findComponentRole(component, components)).toBe(role);
});
