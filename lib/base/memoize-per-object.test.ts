import { expect, test } from "vitest";
import { memoizePerObject } from "./memoize-per-object";

test("computes a result once for each object", () => {
  const computed: object[] = [];
  const sizeOf = memoizePerObject((list: readonly number[]) => {
    computed.push(list);
    return { size: list.length };
  });
  const [first, second] = [[1], [1]];
  expect(sizeOf(first)).toBe(sizeOf(first));
  expect(sizeOf(second)).not.toBe(sizeOf(first));
  expect(computed).toEqual([first, second]);
});
