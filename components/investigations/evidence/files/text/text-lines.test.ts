import fc from "fast-check";
import { expect, test } from "vitest";
import { findLinesWithText, indexLines, readLine, splitMatches } from "./text-lines";

const readAll = (text: string): readonly string[] => {
  const lines = indexLines(text);
  return [...lines.starts.keys()].map((index) => readLine(lines, index));
};

test.each([
  ["a\nb", ["a", "b"]],
  ["a\r\nb\r\n", ["a", "b"]],
  ["\n\na", ["", "", "a"]],
  ["a", ["a"]],
  ["\u001b[31mred\u202e", [String.raw`\u{1b}[31mred\u{202e}`]],
])("%j has the lines %j", (text, expected) => {
  expect(readAll(text)).toEqual(expected);
});

test("a long line is cut, and states its length", () => {
  const [line] = readAll("x".repeat(7_000));
  expect(line).toBe(`${"x".repeat(5_000)}… (7000 characters)`);
});

test("a search finds the same lines as a comparison of each line", () => {
  const line = fc.stringMatching(/^[abAİ \r]{0,6}$/);
  fc.assert(
    fc.property(fc.array(line), fc.boolean(), fc.stringMatching(/^[abA]{1,2}$/), (lines, hasEnd, wanted) => {
      const text = lines.join("\n") + (hasEnd ? "\n" : "");
      const expected = lines.flatMap((one, index) =>
        one.toLowerCase().includes(wanted.toLowerCase()) ? [index] : [],
      );
      expect(findLinesWithText(indexLines(text), wanted)).toEqual(expected);
    }),
  );
  expect(findLinesWithText(indexLines("a"), "")).toEqual([]);
});

test("matches are marked, and the parts are the line", () => {
  expect(splitMatches("KV kv", "kv")).toEqual([
    { text: "KV", isMatch: true },
    { text: " ", isMatch: false },
    { text: "kv", isMatch: true },
  ]);
  expect(splitMatches("", "kv")).toEqual([{ text: "", isMatch: false }]);
  fc.assert(
    fc.property(fc.string(), fc.string(), (line, wanted) => {
      expect(
        splitMatches(line, wanted)
          .map(({ text }) => text)
          .join(""),
      ).toBe(line);
    }),
  );
});
