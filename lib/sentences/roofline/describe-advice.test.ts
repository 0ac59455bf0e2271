import { expect, test } from "vitest";
import { sentenceText } from "@/lib/format/sentence-text";
import { adviceSentence } from "./describe-advice";

type Reasons = Extract<Parameters<typeof adviceSentence>[0], { kind: "not-worth" }>["reasons"];

const adviceText = (reasons: Reasons, gain: number | null): string =>
  sentenceText(adviceSentence({ kind: "not-worth", reasons }, gain));

test("a missing precondition of a larger batch is stated as such, not as a small gain", () => {
  expect(adviceText(["nothing-waits"], 0.886)).toBe(
    "A larger batch requires more requests: fewer than one waits per instance on average.",
  );
  expect(adviceText(["cache-full"], 0.83)).toBe("A larger batch is not possible: the cache is full.");
  expect(adviceText(["nothing-waits", "cache-full"], null)).toBe(
    "A larger batch is not possible: the cache is full, and fewer than one request waits per instance on average.",
  );
});

test("the advice calls a gain small only when it is small", () => {
  expect(adviceText(["kv-reads"], 0.08)).toBe(
    "A larger batch gains little: each sequence adds KV cache reads.",
  );
  expect(adviceText(["compute"], null)).toBe("A larger batch gains little: arithmetic is the bottleneck.");
  expect(adviceText(["kv-reads"], 0.25)).toMatch(
    /^Doubling the batch would give 25\.0\s% more output, not twice as much: each sequence adds KV cache reads\.$/,
  );
});

test("the missing precondition is stated first, then the gain", () => {
  expect(adviceText(["nothing-waits", "kv-reads"], 0.08)).toBe(
    "A larger batch requires more requests: fewer than one waits per instance on average. It would gain little: each sequence adds KV cache reads.",
  );
  expect(adviceText(["cache-full", "kv-reads", "compute"], 0.25)).toMatch(
    /the cache is full\. Doubling the batch would give 25\.0\s% more output, not twice as much: each sequence adds KV cache reads, and arithmetic is the bottleneck\.$/,
  );
});

test("without an obstacle the advice is one sentence", () => {
  expect(sentenceText(adviceSentence({ kind: "worth-trying" }, 0.5))).toBe("A larger batch is worth trying.");
});
