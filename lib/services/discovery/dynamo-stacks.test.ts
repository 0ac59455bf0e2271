import { expect, test } from "vitest";
import { withFormerNames } from "./dynamo-stacks";

const pool = (...names: readonly string[]) => [
  { role: "both" as const, selectors: names.map((name) => ({ job: "j", dynamo_namespace: name })) },
];

test("a stack's names of before a roll-out go on finding its history; those of another stack do not", () => {
  const before = pool("a-00000001", "b-00000002", "b");
  expect(withFormerNames(pool("a-00000003"), before)).toEqual(pool("a-00000003", "a-00000001"));
  expect(withFormerNames(pool("a-00000001"), before)).toEqual(pool("a-00000001"));
});

test("names end somewhere, the newest first", () => {
  const many = Array.from({ length: 9 }, (_, index) => `a-0000000${index}`);
  const [kept] = withFormerNames(pool("a-99999999"), pool(...many));
  expect(kept?.selectors.map((one) => one.dynamo_namespace)).toEqual(["a-99999999", ...many.slice(0, 5)]);
});

test("what has no stack in its selectors stays as it is", () => {
  const plain = [{ role: "both" as const, selectors: [{ job: "j" }] }];
  expect(withFormerNames(plain, pool("a"))).toEqual(plain);
});
