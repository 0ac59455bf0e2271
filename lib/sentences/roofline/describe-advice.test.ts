import { expect, test } from "vitest";
import { sentenceText } from "@/lib/format/sentence-text";
import type { KvFormat } from "@/lib/model/roofline/precision";
import { adviceSentence } from "./describe-advice";

type Reasons = Extract<Parameters<typeof adviceSentence>[0], { kind: "not-worth" }>["reasons"];

const adviceText = (reasons: Reasons, gain: number | null, format: KvFormat = "bf16"): string =>
  sentenceText(adviceSentence({ kind: "not-worth", reasons }, gain, format));

test("a missing precondition of a larger batch is stated as such, not as a small gain", () => {
  expect(adviceText(["nothing-waits"], 0.886)).toBe(
    "A larger batch requires more requests: fewer than one waits per instance on average.",
  );
});

test("a full cache needs less cache per request or more memory, and never a larger batch", () => {
  expect(adviceText(["cache-full"], 0.83)).toBe(
    "The KV cache is full. To run more sequences, store the cache as FP8, shorten contexts or add GPU memory.",
  );
  for (const format of ["fp8", "int8"] as const)
    expect(adviceText(["cache-full"], 0.83, format)).toBe(
      "The KV cache is full. To run more sequences, shorten contexts or add GPU memory.",
    );
  expect(adviceText(["nothing-waits", "cache-full"], null)).toMatch(
    /^The KV cache is full, and fewer than one request waits per instance on average\. To run/,
  );
  expect(adviceText(["cache-full", "kv-reads", "compute"], 0.25)).not.toMatch(/batch/);
});

test("the advice calls a gain small only when it is small", () => {
  expect(adviceText(["kv-reads"], 0.08)).toBe(
    "A larger batch gains little: each sequence adds KV cache reads.",
  );
  expect(adviceText(["compute"], null)).toBe("A larger batch gains little: compute is the bottleneck.");
  expect(adviceText(["kv-reads"], 0.25)).toMatch(
    /^Doubling the batch would give 25\.0\s% more output, not twice as much: each sequence adds KV cache reads\.$/,
  );
});

test("the missing precondition is stated first, then the gain", () => {
  expect(adviceText(["nothing-waits", "kv-reads"], 0.08)).toBe(
    "A larger batch requires more requests: fewer than one waits per instance on average. A larger batch would gain little: each sequence adds KV cache reads.",
  );
  expect(adviceText(["nothing-waits", "kv-reads", "compute"], 0.25)).toMatch(
    /on average\. Doubling the batch would give 25\.0\s% more output, not twice as much: each sequence adds KV cache reads, and compute is the bottleneck\.$/,
  );
});

test("without an obstacle the advice is one sentence", () => {
  expect(sentenceText(adviceSentence({ kind: "worth-trying" }, 0.5, "bf16"))).toBe(
    "A larger batch is worth trying.",
  );
});
