import { expect, test } from "vitest";
import { sentenceText } from "@/lib/format/sentence-text";
import { adviceSentence } from "./describe-advice";

type Reasons = Extract<Parameters<typeof adviceSentence>[0], { kind: "not-worth" }>["reasons"];

const said = (reasons: Reasons, gain: number | null): string =>
  sentenceText(adviceSentence({ kind: "not-worth", reasons }, gain));

test("what a larger batch lacks is told as that, and never as of little use", () => {
  expect(said(["nothing-waits"], 0.886)).toBe(
    "A larger batch would come only with more requests: fewer than one waits for an instance on average.",
  );
  expect(said(["cache-full"], 0.83)).toBe("A larger batch is not possible: the cache is full.");
  expect(said(["nothing-waits", "cache-full"], null)).toBe(
    "A larger batch is not possible: the cache is full, and fewer than one request waits for an instance on average.",
  );
});

test("little is said only of what gains little: the words never contradict the gain beside them", () => {
  expect(said(["kv-reads"], 0.08)).toBe("A larger batch buys little: each sequence brings its own bytes.");
  expect(said(["compute"], null)).toBe("A larger batch buys little: arithmetic sets the pace.");
  expect(said(["kv-reads"], 0.25)).toMatch(
    /^Twice the batch would give 25\.0\s% more output, not twice as much: each sequence brings its own bytes\.$/,
  );
});

test("what is lacking comes first, then what it would bring", () => {
  expect(said(["nothing-waits", "kv-reads"], 0.08)).toBe(
    "A larger batch would come only with more requests: fewer than one waits for an instance on average. It would buy little: each sequence brings its own bytes.",
  );
  expect(said(["cache-full", "kv-reads", "compute"], 0.25)).toMatch(
    /the cache is full\. Twice the batch would give 25\.0\s% more output, not twice as much: each sequence brings its own bytes, and arithmetic sets the pace\.$/,
  );
});

test("nothing against it is told in one sentence", () => {
  expect(sentenceText(adviceSentence({ kind: "worth-trying" }, 0.5))).toBe("A larger batch is worth trying.");
});
