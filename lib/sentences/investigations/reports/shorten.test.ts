import { expect, test } from "vitest";
import { shorten } from "./shorten";

test("a text that fits stays complete, in one line", () => {
  expect(shorten(" full\n cache ", 20)).toBe("full cache");
});

test("a longer text ends after a word, and states that it continues", () => {
  expect(shorten("the cache was full", 14)).toBe("the cache was…");
  expect(shorten("x".repeat(50), 10)).toBe(`${"x".repeat(9)}…`);
});

test("no character is divided", () => {
  expect(shorten("😀".repeat(10), 8)).toBe("😀😀😀…");
});
