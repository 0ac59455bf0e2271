import { expect, test } from "vitest";
import { readTextOutsideCode } from "./text-outside-code";

test.each([
  ["plain @Ines", "plain @Ines"],
  ["first @Ines\nsecond @Mar", "first @Ines\nsecond @Mar"],
  ["before `@Ines` after", "before   after"],
  ["``a ` @Ines`` @Mar", "  @Mar"],
  ["`not closed @Ines", "`not closed @Ines"],
  ["```\n@Ines\n```\n@Mar", "@Mar"],
  ["~~~ log\n@Ines", ""],
  ["text\n\n    @Ines indented", "text"],
  ["- @Ines\n- `@Mar`", "@Ines\n "],
  ["| who |\n| --- |\n| @Ines |", "who\n@Ines"],
  ["> @Ines", "@Ines"],
])("reads %j without its code", (markdown, text) => {
  expect(readTextOutsideCode(markdown)).toBe(text);
});

test("reads 20,000 characters of unclosed code spans", () => {
  expect(readTextOutsideCode("`a``b".repeat(4_000))).toContain("a");
});
