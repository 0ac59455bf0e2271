import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import { createAnalysedRequests } from "@/tests/support/traces/analysed-requests";
import { anyTrace } from "@/tests/support/traces/any-trace";
import { drawnSpan, drawnTrace } from "@/tests/support/traces/drawn-trace";
import { sentenceText } from "@/tests/support/sentence-text";
import { analyseTraces } from "../analyse-trace";
import { buildDurationHistogram, createDurationEdgesNs } from "./duration-histogram";
import { buildGapTable } from "./gap-table";
import { computeGrowthByLength } from "./growth-by-length";
import { slowestOperationSentence } from "@/lib/sentences/traces/slowest-operation";
import { buildOperationTable } from "./operation-table";
import { computeDurationBands } from "./duration-bands";
import { findRepeatedCalls } from "./repeated-calls";
import { checkTailSampling } from "./tail-sampling";
import { computeTimeShares } from "./time-shares";
import { computeMeanTtftBreakdown, computeTtftBreakdown } from "../times/ttft-breakdown";

const ms = 1_000_000;
const reported = (ns: number) => ({ attributes: { "gen_ai.latency.time_to_first_token": ns / 1e9 } });
const anyTraces = fc.array(anyTrace, { minLength: 1, maxLength: 6 });
const analysed = (traces: readonly Parameters<typeof analyseTraces>[0][number][]) =>
  analyseTraces(traces, listPhaseMaps("vllm"));

describe("operations", () => {
  const table = buildOperationTable(
    createAnalysedRequests(200, (index) => ({ decodeMs: index + 1, isError: index < 3 })),
  );
  const row = (name: string) => table.find((one) => one.name === name);

  test("computes count, total, self and critical time, percentiles and errors of known requests", () => {
    expect(row("decode")).toMatchObject({
      service: "engine",
      spanCount: 200,
      traceCount: 200,
      totalNs: 20_100 * ms,
      criticalNs: 20_100 * ms,
      durationNs: { p50: 100 * ms, p95: 190 * ms, p99: 198 * ms, max: 200 * ms },
    });
    expect(row("POST /v1/chat/completions")).toMatchObject({ errorCount: 3, selfNs: 400 * ms });
    expect(table[0]?.name).toBe("decode");
    expect(row("decode")?.shareOfCriticalPath).toBeCloseTo(20_100 / (20_100 + 200 * 28), 12);
  });

  test("states the operation with the largest critical share", () => {
    const sentence = slowestOperationSentence(table, 200) ?? [];
    expect(sentenceText(sentence)).toBe(
      "Requests wait longest for decode in engine: 0.782 of their time, 0.101 per request (mean of 200).",
    );
  });

  test("gives no p99 for 99 spans", () => {
    const few = buildOperationTable(createAnalysedRequests(99));
    expect(few[0]?.durationNs.p99).toBeNull();
    expect(few[0]?.durationNs.p95).not.toBeNull();
  });

  test("groups names that differ in numbers and ids", () => {
    const chunks = [1, 2, 3].map((one) => ({
      id: `chunk${one}`,
      parent: "prefill",
      operation: `prefill chunk ${one}`,
      service: "engine",
      at: [8 + one, 9 + one] as const,
    }));
    const chunked = buildOperationTable(createAnalysedRequests(2, () => ({ more: chunks })));
    expect(chunked.find(({ name }) => name === "prefill chunk #")?.spanCount).toBe(6);
  });

  test("property: shares sum to 1, and critical time to the requests' time", () => {
    fc.assert(
      fc.property(anyTraces, (traces) => {
        const requests = analysed(traces);
        const rows = buildOperationTable(requests);
        const sum = (of: (one: (typeof rows)[number]) => number): number =>
          rows.reduce((total, one) => total + of(one), 0);
        expect(sum(({ criticalNs }) => criticalNs)).toBe(
          requests.reduce((total, { durationNs }) => total + durationNs, 0),
        );
        expect(sum(({ spanCount: spans }) => spans)).toBe(
          requests.reduce((total, { rows: own }) => total + own.length, 0),
        );
        for (const share of [
          sum(({ shareOfTime }) => shareOfTime),
          sum(({ shareOfCriticalPath }) => shareOfCriticalPath),
        ])
          expect(Math.min(Math.abs(share - 1), Math.abs(share))).toBeLessThan(1e-9);
      }),
    );
  });
});

describe("bands", () => {
  test("the slow band contains the phase that made it slow", () => {
    const bands = computeDurationBands(
      createAnalysedRequests(100, (index) => (index < 90 ? {} : { queueMs: 500 + index })),
    );
    expect(bands.map(({ fromQuantile: from, n }) => [from, n])).toEqual([
      [0, 25],
      [0.25, 25],
      [0.5, 25],
      [0.75, 15],
      [0.9, 5],
      [0.95, 4],
      [0.99, 1],
    ]);
    expect(bands[0]?.phaseNs.queue).toBe(5 * ms);
    expect(bands.at(-1)?.phaseNs.queue).toBe(599 * ms);
  });

  test("property: every trace is in one band, and the band's phases sum to its mean", () => {
    fc.assert(
      fc.property(anyTraces, (traces) => {
        const requests = analysed(traces);
        const bands = computeDurationBands(requests);
        expect(bands.reduce((sum, { n }) => sum + n, 0)).toBe(requests.length);
        for (const { phaseNs, meanNs } of bands)
          expect(Object.values(phaseNs).reduce((sum, ns) => sum + ns, 0)).toBeCloseTo(meanNs, 6);
      }),
    );
  });
});

test("computes shares of work, waiting, overhead and unexplained time", () => {
  const shares = computeTimeShares(
    createAnalysedRequests(10, () => ({
      gatewayMs: 10,
      tokenizeMs: 10,
      queueMs: 20,
      prefillMs: 10,
      decodeMs: 40,
      restMs: 10,
    })),
  );
  expect(shares).toMatchObject({ work: 0.5, waiting: 0.2, overhead: 0.2, unexplained: 0.1, other: 0 });
  expect(computeTimeShares([])).toBeNull();
});

test("gaps are grouped by position", () => {
  const [gap, second] = buildGapTable(
    createAnalysedRequests(20, () => ({ restMs: 7 })),
    ms,
  );
  expect(gap).toMatchObject({
    service: "engine",
    name: "llm_request",
    afterOperation: "decode",
    beforeOperation: null,
    gapCount: 20,
    perTraceNs: 7 * ms,
  });
  expect(second).toMatchObject({
    service: "chat-gateway",
    afterOperation: null,
    beforeOperation: "llm_request",
  });
});

describe("duration histogram", () => {
  test("an edge belongs to the bin below it", () => {
    expect(buildDurationHistogram([1, 2, 2, 3, 9], [2, 4]).map(({ n }) => n)).toEqual([3, 1, 1]);
  });

  test("property: every duration is counted once in its bin, and round edges cover all durations", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e12 }), { minLength: 1 }), (durations) => {
        const bins = buildDurationHistogram(durations, createDurationEdgesNs(durations));
        expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(durations.length);
        expect(bins.at(-1)).toMatchObject({ toNs: null, n: 0 });
        for (const { fromNs, toNs, n } of bins)
          expect(durations.filter((ns) => ns > fromNs && ns <= (toNs ?? Infinity))).toHaveLength(n);
      }),
    );
  });
});

describe("repeated calls", () => {
  const selects = (gap: number) =>
    Array.from({ length: 12 }, (_, index) => ({
      id: `s${index}`,
      parent: "root",
      service: "chat-gateway",
      operation: `SELECT item ${index}`,
      kind: "client" as const,
      at: [index * gap, index * gap + 3] as const,
    }));

  test("distinguishes a call in a loop from a fan-out", () => {
    const loop = findRepeatedCalls(createAnalysedRequests(5, () => ({ more: selects(4) })));
    expect(loop).toMatchObject([
      {
        kind: "one-after-another",
        calledName: "SELECT item #",
        parentCount: 5,
        medianCalls: 12,
        totalNs: 180 * ms,
      },
    ]);
    const fan = findRepeatedCalls(createAnalysedRequests(5, () => ({ more: selects(0.5) })));
    expect(fan.map(({ kind }) => kind)).toEqual(["side-by-side"]);
  });

  test("ignores engine steps and rare repetitions", () => {
    const steps = Array.from({ length: 30 }, (_, index) => ({
      id: `d${index}`,
      parent: "decode",
      service: "engine",
      operation: "decode step",
      at: [28 + index, 29 + index] as const,
    }));
    expect(findRepeatedCalls(createAnalysedRequests(5, () => ({ more: steps })))).toEqual([]);
    expect(findRepeatedCalls(createAnalysedRequests(5, () => ({ more: selects(4).slice(0, 4) })))).toEqual(
      [],
    );
  });
});

describe("growth", () => {
  test("fits prefill by prompt length and decode by output length", () => {
    const requests = computeGrowthByLength(
      createAnalysedRequests(100, (index) => ({
        promptTokens: 100 + index * 10,
        outputTokens: 10 + (index % 7),
        prefillMs: 5 + 0.02 * (100 + index * 10),
        decodeMs: 12 * (10 + (index % 7)),
      })),
    );
    const of = (grower: string, by: string) =>
      requests.find((one) => one.measure === grower && one.lengthKind === by);
    expect(of("prefill", "prompt")?.line?.slope).toBeCloseTo(0.02 * ms, 3);
    expect(of("prefill", "prompt")?.line?.intercept).toBeCloseTo(5 * ms, 0);
    expect(of("decode", "output")?.line?.slope).toBeCloseTo(12 * ms, 3);
    expect(of("prefill", "prompt")?.bins.map(({ fromTokens: from, n }) => [from, n])).toEqual([
      [64, 3],
      [128, 13],
      [256, 26],
      [512, 51],
      [1024, 7],
    ]);
  });

  test("gives a reason when no line can be fitted", () => {
    const [ttft] = computeGrowthByLength(createAnalysedRequests(50));
    expect(ttft).toMatchObject({
      n: 0,
      line: null,
      reason: "0 traces report both the time and the length, but a line needs 20",
    });
    const [equal] = computeGrowthByLength(createAnalysedRequests(50, () => ({ promptTokens: 7 })));
    expect(equal?.reason).toBe("nearly all requests have the same length");
  });
});

describe("tails", () => {
  const durations = (slow: number, n: number): number[] =>
    Array.from({ length: n }, (_, index) => (index < slow ? 3_000 : 100) * ms);
  const edge = { edgeNs: 2_500 * ms, shareAboveEdge: 0.01, requestCount: 80_000 };

  test("gives as-expected, too-few with the collector setting, and too-many", () => {
    expect(checkTailSampling({ ...edge, durationsNs: durations(9, 1_000) })).toMatchObject({
      verdict: "as-expected",
      expectedCount: 10,
      observedCount: 9,
      remedy: null,
      samplingRatio: 1_000 / 80_000,
    });
    expect(checkTailSampling({ ...edge, durationsNs: durations(1, 1_000) })).toMatchObject({
      verdict: "too-few",
      remedy: { policy: "latency", thresholdMs: 2_500 },
    });
    expect(checkTailSampling({ ...edge, durationsNs: durations(40, 1_000) }).verdict).toBe("too-many");
  });

  test("is inconclusive for 100 traces when 1 in 100 may be missing", () => {
    expect(checkTailSampling({ ...edge, durationsNs: durations(0, 100) }).verdict).toBe("inconclusive");
    expect(checkTailSampling({ ...edge, durationsNs: [] })).toMatchObject({ verdict: "inconclusive", n: 0 });
  });

  test("the p-value matches P(X ≤ 1) of 1,000 draws at 1 %, doubled", () => {
    const exactly = 0.99 ** 1000 + 1000 * 0.01 * 0.99 ** 999;
    expect(checkTailSampling({ ...edge, durationsNs: durations(1, 1_000) }).pValue).toBeCloseTo(
      2 * exactly,
      9,
    );
  });
});

describe("the first token", () => {
  test("phases sum to the time to first token, next to the client's figure", () => {
    const [trace] = createAnalysedRequests(1, () => ({ gatewayMs: 4, queueMs: 30 }));
    const parts = computeTtftBreakdown(trace!, 56 * ms);
    expect(parts).toMatchObject({
      ttftNs: 55 * ms,
      sumNs: 55 * ms,
      phaseNs: { gateway: 4 * ms, tokenize: ms, queue: 30 * ms, prefill: 20 * ms, decode: 0 },
      client: { differenceNs: ms, agrees: true },
    });
    expect(computeTtftBreakdown(trace!, 80 * ms)?.client?.agrees).toBe(false);
    expect(computeTtftBreakdown(trace!)?.client).toBeNull();
  });

  test("a decode shorter than the rounding error before the token is not a separate phase", () => {
    const exact = computeTtftBreakdown(createAnalysedRequests(1)[0]!);
    const engineStartNs =
      computeTtftBreakdown(createAnalysedRequests(1, () => reported(ms))[0]!)!.ttftNs - ms;
    const reportedNs = (exact?.ttftNs ?? 0) - engineStartNs;
    const partsOf = (roundedNs: number) =>
      computeTtftBreakdown(createAnalysedRequests(1, () => reported(reportedNs + roundedNs))[0]!);
    expect(partsOf(0)).toEqual(exact);
    expect(partsOf(400)).toMatchObject({
      sumNs: (exact?.sumNs ?? 0) + 400,
      order: exact?.order,
      phaseNs: { prefill: (exact?.phaseNs.prefill ?? 0) + 400, decode: 0 },
    });
    // In microseconds, a span's end may be up to one microsecond before the next start.
    expect(partsOf(1_000)).toMatchObject({ order: exact?.order, phaseNs: { decode: 0 } });
    expect(partsOf(1_400)).toMatchObject({ phaseNs: { decode: 1_400 } });
  });

  test("rounding a span's end adds no unexplained time", () => {
    const gapOf = (ns: number) => {
      const gap = ns / ms;
      const at = (operation: string, from: number, to: number, attributes = {}) =>
        drawnSpan(
          {
            id: operation,
            parent: operation === "llm_request" ? null : "llm_request",
            operation,
            service: "engine",
            at: [from, to],
            attributes,
          },
          ms,
        );
      const trace = drawnTrace(
        [
          at("llm_request", 0, 100, reported(20 * ms + ns + 200).attributes),
          at("prefill", 0, 20),
          at("decode", 20 + gap, 100),
        ],
        "1".padStart(32, "0"),
      );
      const [analysed] = analyseTraces([trace], listPhaseMaps(null));
      return computeTtftBreakdown(analysed!)?.order;
    };
    expect(gapOf(1_000)).toEqual(["prefill"]);
    expect(gapOf(1_700)).toEqual(["prefill"]);
    expect(gapOf(5_000)).toEqual(["prefill", "unexplained"]);
  });

  test("a client span reports a client measurement", () => {
    const [trace] = createAnalysedRequests(1, () => ({
      attributes: { "gen_ai.response.time_to_first_chunk": 0.1 },
    }));
    expect(computeTtftBreakdown(trace!)?.client).toMatchObject({ clientNs: 100 * ms, agrees: false });
  });

  test("the mean covers the traces that report the first token", () => {
    const mixed = createAnalysedRequests(10, (index) => ({
      queueMs: index,
      ...(index < 4 ? { attributes: { "gen_ai.latency.time_to_first_token": 0 } } : {}),
    }));
    expect(computeMeanTtftBreakdown(mixed)).toMatchObject({
      n: 6,
      traceCount: 10,
      phaseNs: { queue: 6.5 * ms },
    });
    expect(computeMeanTtftBreakdown([])).toBeNull();
  });
});
