import { expect, test } from "vitest";
import { toSentence } from "./sentence";

test.each([
  ["the source refuses the query", "The source refuses the query."],
  ["The window lies in the future", "The window lies in the future."],
  ["The caller went away.", "The caller went away."],
  [" it ended … ", "It ended …"],
])("%j is told as %j", (fragment, sentence) => {
  expect(toSentence(fragment)).toBe(sentence);
});
