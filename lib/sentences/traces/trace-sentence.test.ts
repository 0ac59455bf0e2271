import { describe, expect, test } from "vitest";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import { createRequestTrace, type SampleRequest } from "@/tests/support/traces/analysed-requests";
import { sentenceText } from "@/tests/support/sentence-text";
import { formatNumber } from "@/lib/format/number";
import { createTrace } from "@/lib/analysis/traces/fixtures";
import { analyseTraces } from "@/lib/analysis/traces/analyse-trace";
import { traceSentence } from "./trace-sentence";

function sentenceOf(parts: SampleRequest): string {
  const [trace] = analyseTraces([createRequestTrace(parts)], listPhaseMaps("vllm"));
  return sentenceText(traceSentence(trace!));
}

describe("traceSentence", () => {
  test("adds the time after the first token if it is most of the request", () => {
    // 2 + 1 + 7 + 20 ms to the first token, 15,970 ms of decode after it.
    expect(sentenceOf({ queueMs: 7, prefillMs: 20, decodeMs: 15_970 })).toBe(
      "This request spent 0.02 in prefill before its first token: 0.667 of its time to first token of 0.03." +
        " The 16 after its first token are 0.998 of the request. All of that was in decode.",
    );
  });

  test("describes only the time before the first token if it is most of the request", () => {
    expect(sentenceOf({ queueMs: 900, decodeMs: 50 })).not.toContain("after its first token");
  });

  test("names uncovered time after the first token if it is the longest part", () => {
    expect(sentenceOf({ decodeMs: 10, restMs: 500 })).toMatch(/of that was outside of any span\.$/);
  });

  test("names a span longer than its request, which sets the duration of the trace", () => {
    const { spans } = createRequestTrace({ queueMs: 900, decodeMs: 50 });
    const root = spans.find(({ parentSpanId }) => parentSpanId === null)!;
    const child = spans.find(({ parentSpanId }) => parentSpanId === root.spanId)!;
    const lengthen = (durationNs: number): string => {
      const skewed = spans.map((span) => (span === child ? { ...span, durationNs } : span));
      const [trace] = analyseTraces([createTrace(skewed)], listPhaseMaps("vllm"));
      return sentenceText(traceSentence(trace!));
    };
    const rootEndNs = root.startNs + root.durationNs;
    expect(lengthen(rootEndNs + 5e9 - child.startNs)).toContain(
      ` The trace took ${formatNumber((rootEndNs + 5e9 - root.startNs) / 1e9)}, because ${child.operation} of ${child.service} ends 5 after the request: a span longer than its request means clock skew or a wrong duration.`,
    );
    expect(lengthen(rootEndNs + root.durationNs * 0.001 - child.startNs)).not.toContain("The trace took");
  });

  test("reports an error before the first token", () => {
    const { spans, ...rest } = createRequestTrace({
      isError: true,
      queueMs: 3_000,
      prefillMs: 0,
      decodeMs: 0,
    });
    const withoutToken = { ...rest, spans: spans.map((span) => ({ ...span, attributes: {} })) };
    const [trace] = analyseTraces([withoutToken], listPhaseMaps("vllm"));
    expect(sentenceText(traceSentence(trace!))).toMatch(
      /^This request ended in an error after 3\. No span reports a first token\. [\d.]+ of its time was waiting in the queue\.$/,
    );
  });
});
