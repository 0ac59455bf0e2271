import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import { createAnalysedRequests } from "@/tests/support/traces/analysed-requests";
import { anyTrace } from "@/tests/support/traces/any-trace";
import { drawnSpan, drawnTrace } from "@/tests/support/traces/drawn-trace";
import { sentenceText } from "@/tests/support/sentence-text";
import { analyseTraces } from "../analyse-trace";
import { compareGroups } from "./compare-groups";
import { comparisonSentence, remainderSentence } from "@/lib/sentences/traces/comparison-sentence";
import { comparePaths, type ComparedPath } from "./compare-paths";
import { buildSharedHistogram } from "./shared-histogram";

const ms = 1_000_000;

describe("rows of a pair of traces", () => {
  const [slow] = createAnalysedRequests(1, () => ({
    tokenizeMs: 40,
    more: [{ id: "c", parent: "root", service: "cache", operation: "GET", at: [0, 1] }],
  }));
  const [fast] = createAnalysedRequests(1, () => ({ tokenizeMs: 4 }));

  test("rows match by path relative to the request's start, and may exist on one side only", () => {
    const rows = comparePaths(slow!, fast!);
    expect(rows.find(({ name }) => name === "tokenize")).toMatchObject({
      depth: 2,
      a: { startNs: 2 * ms, endNs: 42 * ms, totalNs: 40 * ms, phase: "tokenize", spanCount: 1 },
      b: { startNs: 2 * ms, endNs: 6 * ms },
    });
    expect(rows.find(({ service }) => service === "cache")).toMatchObject({ a: { totalNs: ms }, b: null });
    expect(rows[0]).toMatchObject({ depth: 0, name: "POST /v1/chat/completions" });
  });

  test("a request with 130,000 calls of different names has as many rows", () => {
    const maxDifference = 130_000;
    const spans = Array.from({ length: maxDifference }, (_, index) =>
      drawnSpan({ id: `s${index}`, parent: index === 0 ? null : "s0", at: [0, maxDifference - index] }),
    );
    const [wide] = analyseTraces([{ ...drawnTrace([]), durationNs: maxDifference, spans }], []);
    expect(comparePaths(wide!, wide!)).toHaveLength(maxDifference);
  });

  test("the sentence uses the singular for one request", () => {
    const found = compareGroups([slow!], [fast!])!;
    const names = { a: "The first request", b: "The second", isSingleTrace: true };
    expect(sentenceText(comparisonSentence(found, names))).toMatch(
      /^The first request spends 0\.036 more tokenising than the second: 1 of the 0\.036 total difference\./,
    );
  });

  test("property: every span is in exactly one row, parents come first, and swapping the traces swaps the sides", () => {
    const maps = listPhaseMaps("vllm");
    const byPath = (rows: readonly ComparedPath[]) => {
      const path: string[] = [];
      return rows.map(({ depth, service, name, a, b }) => {
        expect(depth).toBeLessThanOrEqual(path.length);
        path.length = depth;
        path.push(`${service}\t${name}`);
        return [path.join("\n"), a, b] as const;
      });
    };
    fc.assert(
      fc.property(anyTrace, anyTrace, (traceA, traceB) => {
        const [a, b] = analyseTraces([traceA, traceB], maps);
        if (a === undefined || b === undefined) return;
        const rows = byPath(comparePaths(a, b));
        expect(new Set(rows.map(([path]) => path)).size).toBe(rows.length);
        const spans = (side: 1 | 2) => rows.reduce((sum, row) => sum + (row[side]?.spanCount ?? 0), 0);
        expect([spans(1), spans(2)]).toEqual([a.rows.length, b.rows.length]);
        const swapped = new Map(byPath(comparePaths(b, a)).map(([path, one, other]) => [path, [other, one]]));
        for (const [path, one, other] of rows) expect(swapped.get(path)).toEqual([one, other]);
      }),
    );
  });
});

describe("the second sentence", () => {
  const slow = createAnalysedRequests(60, (index) => ({
    tokenizeMs: 200 + (index % 3),
    queueMs: 45 + (index % 2),
  }));
  const rest = createAnalysedRequests(60, (index) => ({
    tokenizeMs: index % 3,
    prefillMs: 20 + (index % 2),
  }));
  const found = compareGroups(slow, rest)!;

  test("states the second largest phase and the remainder", () => {
    expect(sentenceText(remainderSentence(found)!)).toMatch(
      /^They take 0\.\d+ compared with 0\.\d+ \(means of 60 and 60\)\. The time waiting in the queue is 0\.04\d* longer \(0\.1\d+ of the difference\)\. (?:The remaining difference is|The other phases together take) 0\.00\d+/,
    );
    expect(remainderSentence(compareGroups(rest, rest)!)).toBeNull();
  });

  test("reports time saved in a phase of the shorter side, and no mean for a single request", () => {
    expect(sentenceText(remainderSentence(compareGroups(rest, slow)!)!)).toMatch(
      /\. The time waiting in the queue is 0\.04\d* shorter \(0\.1/,
    );
    const means = (a: number, b: number) =>
      sentenceText(remainderSentence(compareGroups(slow.slice(0, a), rest.slice(0, b))!)!).split(". ")[0];
    expect(means(1, 1)).toMatch(/^It takes 0\.\d+ compared with 0\.\d+$/);
    expect(means(1, 60)).toMatch(/^It takes 0\.\d+ compared with 0\.\d+ \(mean of 60\)$/);
  });

  test("insignificant phases are summed, with an interval for the sum", () => {
    const like = compareGroups(
      createAnalysedRequests(60, (index) => ({
        tokenizeMs: 200,
        prefillMs: 20 + (index % 7),
        queueMs: index % 5,
      })),
      createAnalysedRequests(60, (index) => ({
        tokenizeMs: 1,
        prefillMs: 20 + ((index + 3) % 7),
        queueMs: index % 5,
      })),
    )!;
    expect(like.insignificant?.a).toBeCloseTo(
      like.phases.filter(({ phase }) => phase !== "tokenize").reduce((sum, { a }) => sum + a, 0),
      3,
    );
    expect(like.insignificant!.interval!.lower).toBeLessThan(0);
    expect(like.insignificant!.interval!.upper).toBeGreaterThan(0);
  });

  test("property: every time is in one bin, and bins are contiguous", () => {
    const times = fc.array(fc.integer({ min: 0, max: 10 * 60 * 1_000_000_000 }), { maxLength: 300 });
    fc.assert(
      fc.property(times, times, (a, b) => {
        const bins = buildSharedHistogram(a, b);
        expect(bins.length === 0).toBe(Math.max(0, ...a, ...b) === 0);
        if (bins.length === 0) return;
        expect(bins.length).toBeLessThanOrEqual(49);
        expect(bins.reduce((sum, bin) => sum + bin.countA, 0)).toBe(a.length);
        expect(bins.reduce((sum, bin) => sum + bin.countB, 0)).toBe(b.length);
        for (const [index, { fromNs }] of bins.entries()) expect(fromNs).toBe(bins[index - 1]?.toNs ?? 0);
      }),
    );
  });
});
