import { describe, expect, test } from "vitest";
import { phaseMapsFor } from "@/lib/engines/phase-maps";
import { requestOf, type RequestParts } from "@/tests/support/analysed";
import { sentenceText } from "@/tests/support/sentence-text";
import { analyseTraces } from "@/lib/analysis/traces/analyse-trace";
import { traceSentence } from "./trace-sentence";

function sentenceOf(parts: RequestParts): string {
  const [trace] = analyseTraces([requestOf(parts)], phaseMapsFor("vllm"));
  return sentenceText(traceSentence(trace!));
}

describe("a request in a sentence", () => {
  test("whose tokens took most of it says so: the way to the first does not tell why it was slow", () => {
    // 2 + 1 + 7 + 20 ms to the first token, 15,970 ms of decode after it.
    expect(sentenceOf({ queueMs: 7, prefillMs: 20, decodeMs: 15_970 })).toBe(
      "This request spent 0.02 in prefill before its first token; that is 0.667 of the 0.03 to it." +
        " The 16 after it are 0.998 of the request, 1 of them in decode.",
    );
  });

  test("which spent its time before the first token speaks of that alone", () => {
    expect(sentenceOf({ queueMs: 900, decodeMs: 50 })).not.toContain("after it");
  });

  test("names what no span explains after the first token where that is the most of it", () => {
    expect(sentenceOf({ decodeMs: 10, restMs: 500 })).toMatch(/of them where no span explains it\.$/);
  });

  test("that failed before its first token is told as failed", () => {
    const { spans, ...rest } = requestOf({ isError: true, queueMs: 3_000, prefillMs: 0, decodeMs: 0 });
    const untold = { ...rest, spans: spans.map((span) => ({ ...span, attributes: {} })) };
    const [trace] = analyseTraces([untold], phaseMapsFor("vllm"));
    expect(sentenceText(traceSentence(trace!))).toMatch(
      /^This request ended in an error after 3; no span tells a first token, and most of its time went by waiting in the queue/,
    );
  });
});
