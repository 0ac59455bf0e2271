/** llama.cpp's names, written here a second time, and what each counts. */
import { expect, test } from "vitest";
import { outline, valueOf } from "@/tests/support/exposition-text";
import {
  answeredCount,
  cachedTokens,
  outputTokens,
  runRequests,
  promptTokens,
  startMs,
  sumOf,
} from "@/tests/support/run-requests";
import { llamaCpp, llamaCppFork } from "./llama-cpp";

const played = runRequests([llamaCpp]);
const { answered, disconnected, steps } = played;
// Its rates are means since the scrape before, which the first scrape has taken.
const { families } = played;

test("families and types are llama.cpp's, without a label and without a histogram", () => {
  const counters = [
    "prompt_tokens_total prompt_tokens_cached_total prompt_seconds_total tokens_predicted_total",
    "tokens_predicted_seconds_total n_decode_total n_tokens_max spec_decode_num_draft_tokens_total",
    "spec_decode_num_accepted_tokens_total",
  ]
    .join(" ")
    .split(" ");
  const gauges = [
    "prompt_tokens_seconds",
    "predicted_tokens_seconds",
    "requests_processing",
    "requests_deferred",
    "n_busy_slots_per_decode",
  ];
  expect(outline(families).toSorted()).toEqual(
    [
      ...counters.map((name) => `llamacpp:${name} counter`),
      ...gauges.map((name) => `llamacpp:${name} gauge`),
    ].toSorted(),
  );
});

const prefilled = [...answered, disconnected];

test.each([
  ["prompt_tokens_total", promptTokens(prefilled) - cachedTokens(prefilled)],
  ["prompt_tokens_cached_total", cachedTokens(prefilled)],
  ["tokens_predicted_total", outputTokens(answered)],
  ["n_decode_total", steps.length],
  ["n_tokens_max", Math.max(...answered.map((one) => one.promptTokens + one.generatedTokens))],
])("%s equals what happened", (name, expected) => {
  expect(valueOf(families, `llamacpp:${name}`)).toBe(expected);
});

test("mean time per token is decode time over tokens", () => {
  const seconds = sumOf(answered, (one) => (one.lastTokenMs! - one.firstTokenMs!) / 1000);
  expect(valueOf(families, "llamacpp:tokens_predicted_seconds_total")).toBeCloseTo(seconds, 9);
  expect(answered).toHaveLength(answeredCount);
});

test("a second scraper finds the rates taken by the first", () => {
  const [second] = played.scrape(startMs + 601_000);
  expect(valueOf(second!, "llamacpp:predicted_tokens_seconds")).toBe(0);
});

test("a fork has two gauges more", () => {
  const more = [...runRequests([llamaCppFork]).families.keys()].filter((name) => !families.has(name));
  expect(more).toEqual(["llamacpp:kv_cache_usage_ratio", "llamacpp:kv_cache_tokens"]);
});
