/** llama.cpp's names, stated independently of the implementation, and its counts. */
import { expect, test } from "vitest";
import { outline, valueOf } from "@/tests/support/histories/exposition-text";
import {
  answeredCount,
  cachedTokens,
  outputTokens,
  runRequests,
  promptTokens,
  startMs,
  sumOf,
} from "@/tests/support/traces/run-requests";
import { llamaCpp, llamaCppFork } from "./llama-cpp";

const played = runRequests([llamaCpp]);
const { answered, disconnected, steps } = played;
// Its rates are means since the previous scrape, and the first scrape has reset them.
const { families } = played;

test("exposes llama.cpp's families and types, without labels and histograms", () => {
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
])("%s equals the recorded events", (name, expected) => {
  expect(valueOf(families, `llamacpp:${name}`)).toBe(expected);
});

test("mean time per token is decode time divided by tokens", () => {
  const seconds = sumOf(answered, (one) => (one.lastTokenMs! - one.firstTokenMs!) / 1000);
  expect(valueOf(families, "llamacpp:tokens_predicted_seconds_total")).toBeCloseTo(seconds, 9);
  expect(answered).toHaveLength(answeredCount);
});

test("a second scraper gets rates of 0 because the first scrape resets them", () => {
  const [second] = played.scrape(startMs + 601_000);
  expect(valueOf(second!, "llamacpp:predicted_tokens_seconds")).toBe(0);
});

test("a fork exposes two additional gauges", () => {
  const more = [...runRequests([llamaCppFork]).families.keys()].filter((name) => !families.has(name));
  expect(more).toEqual(["llamacpp:kv_cache_usage_ratio", "llamacpp:kv_cache_tokens"]);
});
