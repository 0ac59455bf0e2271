import { expect, test } from "vitest";
import { endSentence, titleInSentence, toSentence, withoutRepetitions } from "./sentence";

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

test.each([
  ["Choose UTC or Europe/Berlin.", "Choose UTC or Europe/Berlin."],
  ["the details are in the log", "the details are in the log."],
  ["is it down? ", "is it down?"],
])("%j ends once", (text, sentence) => {
  expect(endSentence(text)).toBe(sentence);
});

test("a sentence that an earlier fragment has is omitted", () => {
  const fragments = ["Not found", "not found. It was removed", "", "Version 2.4.1. NOT FOUND."];
  expect(withoutRepetitions(fragments)).toEqual(["Not found.", "It was removed.", "", "Version 2.4.1."]);
});
