import { expect, test } from "vitest";
import { trimCharacters, trimTrailing } from "./trim-characters";

test.each([
  ["/prometheus//", "/prometheus"],
  ["//", ""],
  ["", ""],
  ["a/b", "a/b"],
])("removes trailing slashes from %j", (text, trimmed) => {
  expect(trimTrailing(text, "/")).toBe(trimmed);
});

test.each([
  ["-.a-b.-", "a-b"],
  ["--..", ""],
  ["a", "a"],
])("removes dashes and full stops at both ends of %j", (text, trimmed) => {
  expect(trimCharacters(text, "-.")).toBe(trimmed);
});
