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
])("matches %s against %s", (pattern, text, fits) => {
  expect(compileWildcard(pattern).test(text)).toBe(fits);
});

test("property: matches exactly when the equivalent regular expression matches", () => {
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

test("needs few steps for a pattern on which a regular expression backtracks", () => {
  expect(compileWildcard("*a".repeat(100)).test("a".repeat(99) + "b".repeat(4_000))).toBe(false);
});
