import { expect, test } from "vitest";
import { scoreMatch } from "./score-match";

test("finds the typed words in any order, and prefers the start of an entry", () => {
  expect(scoreMatch("Settings Sources", "settings")).toBe(1);
  expect(scoreMatch("Hardware and models Settings", " Settings ")).toBe(0.8);
  expect(scoreMatch("KV cache kv-usage panel", "kv cache usage")).toBe(0.5);
  expect(scoreMatch("Hardware and models Settings", "settings hard")).toBe(0.8);
});

test("finds no entry whose letters only occur in another order or with gaps", () => {
  expect(scoreMatch("Correlate Signals compare two signals", "settings")).toBe(0);
  expect(scoreMatch("Slow requests Traces", "sources")).toBe(0);
});
