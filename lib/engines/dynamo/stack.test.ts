import { expect, test } from "vitest";
import { toStackName } from "./stack";

test.each([
  ["shop", "shop"],
  ["shop-0a1b2c3d", "shop"],
  ["shop-green", "shop-green"],
  ["shop-0a1b2c3", "shop-0a1b2c3"],
  ["", ""],
])("maps %s to the stack %s", (name, stack) => {
  expect(toStackName(name)).toBe(stack);
});
