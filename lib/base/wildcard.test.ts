import fc from "fast-check";
import { expect, test } from "vitest";
import { compileWildcard } from "./wildcard";

test.each([
  ["tokenize", "tokenize", true],
  ["tokenize", "Tokenize", true],
  ["tokenize", "detokenize", false],
  ["*tokenize*", "detokenize text", true],
  ["POST /v1/*", "POST /v1/chat/completions", true],
  ["a*b*c", "a-b-b-c", true],
  ["a*b*c", "a-c-b", false],
  ["*", "", true],
  ["", "", true],
  ["", "a", false],
  ["a**", "a", true],
  ["(.*)+$", "(.abc)+$", true],
  ["a.c", "abc", false],
])("%s against %s", (pattern, text, fits) => {
  expect(compileWildcard(pattern).test(text)).toBe(fits);
});

test("property: it says what the regular expression of the same meaning says", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "*", "."), maxLength: 12 });
  fc.assert(
    fc.property(letters, letters, (pattern, text) => {
      const source = pattern
        .split("*")
        .map((part) => part.replaceAll(".", String.raw`\.`))
        .join(".*");
      expect(compileWildcard(pattern).test(text)).toBe(new RegExp(`^${source}$`, "s").test(text));
    }),
  );
});

test("what makes a regular expression stall takes few steps", () => {
  expect(compileWildcard("*a".repeat(100)).test("a".repeat(99) + "b".repeat(4_000))).toBe(false);
});
