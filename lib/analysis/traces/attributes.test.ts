import fc from "fast-check";
import { expect, test } from "vitest";
import { readFirstNumberAttribute, readNumberAttribute } from "./attributes";
import { arbitraryShuffledSpanGraph, createSpan } from "./fixtures";

test.each([
  [512, 512],
  ["512", 512],
  [" 1e3 ", 1_000],
  [0, 0],
  ["", null],
  ["  ", null],
  ["many", null],
  ["Infinity", null],
  [Number.NaN, null],
  [true, null],
  [[1, 2], null],
])("reads the attribute %j as the number %j", (value, number) => {
  expect(readNumberAttribute({ attributes: { n: value } }, "n")).toBe(number);
  expect(readNumberAttribute({ attributes: { n: value } }, "toString")).toBeNull();
});

test("the earliest span with one of the names provides the value, by the first name it has", () => {
  const spans = [
    createSpan({ spanId: "late", startNs: 9, attributes: { new: 3 } }),
    createSpan({ spanId: "early", startNs: 1, attributes: { old: 2, new: 1 } }),
    createSpan({ spanId: "silent", startNs: 0 }),
  ];
  expect(readFirstNumberAttribute(spans, ["new", "old"])).toBe(1);
  expect(readFirstNumberAttribute(spans, ["old", "new"])).toBe(2);
  expect(readFirstNumberAttribute(spans, ["other"])).toBeNull();
});

test("the order of the spans does not matter", () => {
  fc.assert(
    fc.property(arbitraryShuffledSpanGraph, ({ spans, shuffled }) => {
      expect(readFirstNumberAttribute(shuffled, ["n"])).toBe(readFirstNumberAttribute(spans, ["n"]));
    }),
  );
});
