import { describe, expect, test } from "vitest";
import { findChangedNames, findDifferentFields, mergeValues, formatFieldValue } from "./compare-values";

const base = { title: "a", price: { amount: "1", currency: "EUR" }, rows: [{ name: "x" }] };

test("names the top-level fields with changed content", () => {
  expect(findChangedNames(base, structuredClone(base))).toEqual([]);
  expect(findChangedNames(base, { ...base, price: { amount: "2", currency: "EUR" }, rows: [] })).toEqual([
    "price",
    "rows",
  ]);
});

describe("merging two edits of one version", () => {
  test("keeps both edits if they change different fields", () => {
    const mine = { ...base, price: { amount: "2", currency: "EUR" } };
    const theirs = { ...base, title: "b", price: { amount: "1", currency: "USD" } };
    expect(mergeValues({ base, mine, theirs })).toEqual({
      ...base,
      title: "b",
      price: { amount: "2", currency: "USD" },
    });
  });

  test("keeps mine if both change the same field, and a list as one field", () => {
    const mine = { ...base, title: "mine", rows: [] };
    const theirs = { ...base, title: "theirs", rows: [{ name: "x" }, { name: "y" }] };
    expect(mergeValues({ base, mine, theirs })).toEqual({ ...base, title: "mine", rows: [] });
  });
});

test("lists the fields that differ between two versions, and marks those that I did not change", () => {
  const mine = { ...base, title: "mine" };
  const theirs = { ...base, price: { amount: "1", currency: "USD" } };
  expect(findDifferentFields({ base, mine, theirs })).toEqual([
    { name: "title", mine: "mine", theirs: "a", isMineUnchanged: false },
    { name: "price.currency", mine: "EUR", theirs: "USD", isMineUnchanged: true },
  ]);
});

test.each([
  ["", "empty"],
  [null, "empty"],
  ["text", "text"],
  [[], "none"],
  [
    [
      { role: "both", text: 'job="a"' },
      { role: "router", text: "" },
    ],
    'both, job="a"\nrouter, empty',
  ],
])("formats %j for a person", (value, text) => {
  expect(formatFieldValue(value)).toBe(text);
});
