import { describe, expect, test } from "vitest";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import { requestOf, type RequestParts } from "@/tests/support/traces/analysed";
import { sentenceText } from "@/tests/support/sentence-text";
import { analyseTraces } from "@/lib/analysis/traces/analyse-trace";
import { traceSentence } from "./trace-sentence";

function sentenceOf(parts: RequestParts): string {
  const [trace] = analyseTraces([requestOf(parts)], listPhaseMaps("vllm"));
  return sentenceText(traceSentence(trace!));
}

describe("traceSentence", () => {
  test("adds the time after the first token if it is most of the request", () => {
    // 2 + 1 + 7 + 20 ms to the first token, 15,970 ms of decode after it.
    expect(sentenceOf({ queueMs: 7, prefillMs: 20, decodeMs: 15_970 })).toBe(
      "This request spent 0.02 in prefill before its first token: 0.667 of its time to first token of 0.03." +
        " The 16 after its first token are 0.998 of the request. 1 of that was in decode.",
    );
  });

  test("describes only the time before the first token if it is most of the request", () => {
    expect(sentenceOf({ queueMs: 900, decodeMs: 50 })).not.toContain("after its first token");
  });

  test("names uncovered time after the first token if it is the longest part", () => {
    expect(sentenceOf({ decodeMs: 10, restMs: 500 })).toMatch(/of that was outside of any span\.$/);
  });

  test("reports an error before the first token", () => {
    const { spans, ...rest } = requestOf({ isError: true, queueMs: 3_000, prefillMs: 0, decodeMs: 0 });
    const withoutToken = { ...rest, spans: spans.map((span) => ({ ...span, attributes: {} })) };
    const [trace] = analyseTraces([withoutToken], listPhaseMaps("vllm"));
    expect(sentenceText(traceSentence(trace!))).toMatch(
      /^This request ended in an error after 3\. No span reports a first token\. [\d.]+ of its time was waiting in the queue\.$/,
    );
  });
});
