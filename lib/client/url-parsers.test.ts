import { expect, test } from "vitest";
import {
  findInvalidNames,
  parseAsIntegerBetween,
  parseAsLabelValue,
  parseAsNumberBetween,
  parseAsSlug,
} from "./url-parsers";

test("parses numbers in plain notation, and rejects other notations and numbers outside the bounds", () => {
  const { parse, serialize } = parseAsNumberBetween(0.5, 1e9);
  expect(["0.5", "47.62", "1000000000"].map(parse)).toEqual([0.5, 47.62, 1e9]);
  expect(["0.49", "1000000001", "-1", "+1", "1e3", "0x1", " 1", "", "x"].map(parse)).toEqual(
    Array(9).fill(null),
  );
  expect(parse(serialize(0.95))).toBe(0.95);
});

test("rejects a fraction where an integer is required", () => {
  const { parse } = parseAsIntegerBetween(1, 64);
  expect(["1", "64", "1.5", "0", "65"].map(parse)).toEqual([1, 64, null, null, null]);
});

test("limits text to its form and length", () => {
  expect(["chat-70b", "Chat", "-a", "a".repeat(81)].map(parseAsSlug.parse)).toEqual([
    "chat-70b",
    null,
    null,
    null,
  ]);
  expect(["a\nb", "", "a".repeat(257)].map(parseAsLabelValue.parse)).toEqual(["a\nb", null, null]);
});

test("names invalid parameters as the URL does", () => {
  const parsers = { batch: parseAsIntegerBetween(1, 10), owner: parseAsSlug };
  const search = new URLSearchParams("wb=0&owner=chat-70b&batch=99");
  expect(findInvalidNames(search, parsers, { batch: "wb" })).toEqual(["wb"]);
  expect(findInvalidNames(search, parsers)).toEqual(["batch"]);
});
