import { expect, test } from "vitest";
import { shortenText } from "./shorten";

test("a text that fits stays complete, in one line", () => {
  expect(shortenText(" full\n cache ", 20)).toBe("full cache");
});

test("a longer text ends after a word, and states that it continues", () => {
  expect(shortenText("the cache was full", 14)).toBe("the cache was…");
  expect(shortenText("x".repeat(50), 10)).toBe(`${"x".repeat(9)}…`);
});

test("no character is divided", () => {
  expect(shortenText("😀".repeat(10), 8)).toBe("😀😀😀…");
});
