import { expect, test } from "vitest";
import { addFormerStackNames } from "./dynamo-stacks";

const pool = (...names: readonly string[]) => [
  { role: "both" as const, selectors: names.map((name) => ({ job: "j", dynamo_namespace: name })) },
];

test("keeps former names of a stack after a rollout, but not names of other stacks", () => {
  const before = pool("a-00000001", "b-00000002", "b");
  expect(addFormerStackNames(pool("a-00000003"), before)).toEqual(pool("a-00000003", "a-00000001"));
  expect(addFormerStackNames(pool("a-00000001"), before)).toEqual(pool("a-00000001"));
});

test("keeps a limited number of names, newest first", () => {
  const many = Array.from({ length: 9 }, (_, index) => `a-0000000${index}`);
  const [names] = addFormerStackNames(pool("a-99999999"), pool(...many));
  expect(names?.selectors.map((one) => one.dynamo_namespace)).toEqual(["a-99999999", ...many.slice(0, 5)]);
});

test("does not change selectors without a stack", () => {
  const plain = [{ role: "both" as const, selectors: [{ job: "j" }] }];
  expect(addFormerStackNames(plain, pool("a"))).toEqual(plain);
});
