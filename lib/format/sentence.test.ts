import { expect, test } from "vitest";
import { titleInSentence, toSentence } from "./sentence";

test.each([
  ["the source refuses the query", "The source refuses the query."],
  ["The window is in the future", "The window is in the future."],
  ["The client disconnected.", "The client disconnected."],
  [" it ended … ", "It ended …"],
])("formats %j as %j", (fragment, sentence) => {
  expect(toSentence(fragment)).toBe(sentence);
});

test.each([
  ["Inter-token latency", "inter-token latency"],
  ["The rest", "the rest"],
  ["TTFT", "TTFT"],
  ["Électricité", "électricité"],
  ["GPU memory used", "GPU memory used"],
])("within a sentence %j is %j", (title, text) => {
  expect(titleInSentence(title)).toBe(text);
});
