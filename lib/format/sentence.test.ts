import { expect, test } from "vitest";
import { toSentence } from "./sentence";

test.each([
  ["the source refuses the query", "The source refuses the query."],
  ["The window is in the future", "The window is in the future."],
  ["The client disconnected.", "The client disconnected."],
  [" it ended … ", "It ended …"],
])("formats %j as %j", (fragment, sentence) => {
  expect(toSentence(fragment)).toBe(sentence);
});
