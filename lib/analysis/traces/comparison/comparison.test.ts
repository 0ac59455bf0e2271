import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  differenceOfMeans,
  isSignificant,
  meanWithVariance,
  groupIntoClusters,
} from "@/lib/analysis/statistics/significance/mean-difference";
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { studentCriticalValue } from "@/lib/analysis/statistics/significance/student-t";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import { createAnalysedRequests } from "@/tests/support/traces/analysed-requests";
import { anyTrace } from "@/tests/support/traces/any-trace";
import { sentenceText } from "@/tests/support/sentence-text";
import { analyseTraces } from "../analyse-trace";
import { compareGroups, type GroupComparison } from "./compare-groups";
import { comparisonSentence } from "@/lib/sentences/traces/comparison-sentence";

const ms = 1_000_000;
const names = { a: "Slow requests", b: "The rest" };

function textOf(comparison: GroupComparison): string {
  return sentenceText(comparisonSentence(comparison, names));
}

describe("means and confidence intervals", () => {
  test("single requests give Welch's interval, checked by hand", () => {
    const column = (values: readonly number[]) =>
      meanWithVariance({ indexes: [...values.keys()], values }, groupIntoClusters([...values.keys()]));
    const [a, b] = [column([4, 6, 8, 10]), column([1, 2, 3])];
    // Variances of the means: 20/3/4 and 1/3. Degrees of freedom by Welch–Satterthwaite.
    expect(a.variance).toBeCloseTo(20 / 12, 12);
    expect(b.variance).toBeCloseTo(1 / 3, 12);
    const degrees = (20 / 12 + 1 / 3) ** 2 / ((20 / 12) ** 2 / 3 + (1 / 3) ** 2 / 2);
    const { difference, interval } = differenceOfMeans(a, b);
    expect(difference).toBe(5);
    expect(interval!.upper - difference).toBeCloseTo(studentCriticalValue(0.05, degrees) * Math.sqrt(2), 9);
  });

  test("missing values of a sparse column count as zeros", () => {
    const blocks = groupIntoClusters([0, 0, 1, 1, 2, 2, 2]);
    const values = [0, 5, 0, 0, 0, 7, 0];
    const full = meanWithVariance({ indexes: [...values.keys()], values }, blocks);
    const sparse = meanWithVariance({ indexes: [1, 5], values: [5, 7] }, blocks);
    expect(sparse.mean).toBe(full.mean);
    expect(sparse.variance).toBeCloseTo(full.variance ?? Number.NaN, 12);
  });

  test("when minutes differ, minute blocks cover the true difference in 95 % of runs, single requests far less often", () => {
    const random = createSeededRandom(17);
    const minutes = Array.from({ length: 40 * 20 }, (_, index) => Math.floor(index / 20));
    const column = (): number[] => {
      const effects = Array.from({ length: 40 }, () => randomNormal(random));
      return minutes.map((minute) => (effects[minute] ?? 0) + randomNormal(random));
    };
    const columnRows = [...minutes.keys()];
    const [blocked, single] = [groupIntoClusters(minutes), groupIntoClusters(columnRows)];
    let [coveredByBlocks, coveredBySingle] = [0, 0];
    const rounds = 400;
    for (let round = 0; round < rounds; round += 1) {
      const [a, b] = [column(), column()];
      const of = (blocks: typeof blocked) =>
        differenceOfMeans(
          meanWithVariance({ indexes: columnRows, values: a }, blocks),
          meanWithVariance({ indexes: columnRows, values: b }, blocks),
        );
      if (!isSignificant(of(blocked))) coveredByBlocks += 1;
      if (!isSignificant(of(single))) coveredBySingle += 1;
    }
    expect(coveredByBlocks / rounds).toBeGreaterThan(0.92);
    expect(coveredByBlocks / rounds).toBeLessThan(0.98);
    expect(coveredBySingle / rounds).toBeLessThan(0.7);
  });
});

describe("comparing two groups", () => {
  const slow = createAnalysedRequests(100, (index) => ({
    tokenizeMs: 201 + (index % 3),
    queueMs: 15,
    startMs: index * 20_000,
  }));
  const rest = createAnalysedRequests(300, (index) => ({ tokenizeMs: index % 3, startMs: index * 20_000 }));
  const comparison = compareGroups(slow, rest)!;
  const phase = (id: string) => comparison.phases.find((one) => one.phase === id);

  test("finds the phase that differs, its difference and its share", () => {
    expect(comparison).toMatchObject({
      requestCountA: 100,
      requestCountB: 300,
      confidenceIntervalBasis: "minutes",
      missingFirstTokenCountA: 0,
      missingFirstTokenCountB: 0,
    });
    expect(comparison.total.difference).toBeCloseTo(211 * ms, -5);
    expect(phase("tokenize")?.differenceShare).toBeCloseTo(201 / 211, 3);
    expect(isSignificant(phase("tokenize")!)).toBe(true);
    expect(phase("prefill")).toMatchObject({ difference: 0, a: 20 * ms, b: 20 * ms });
    expect(phase("admission")).toBeUndefined();
    expect(textOf(comparison)).toBe(
      "Slow requests spend 0.201 more tokenising than the rest: 0.953 of the 0.211 total difference.",
    );
  });

  test("compares up to the first token, and excludes requests that report none", () => {
    const silent = createAnalysedRequests(7, () => ({
      attributes: { "gen_ai.latency.time_to_first_token": 0 },
    }));
    const first = compareGroups(slow, [...rest, ...silent], "first-token")!;
    expect(first).toMatchObject({
      comparedTime: "first-token",
      requestCountB: 300,
      missingFirstTokenCountA: 0,
      missingFirstTokenCountB: 7,
    });
    expect(first.phases.some((one) => one.phase === "decode")).toBe(false);
    expect(first.total.b).toBeCloseTo(28 * ms, -5);
  });

  test("matches nodes by path, and marks nodes of one side only", () => {
    const cached = createAnalysedRequests(50, () => ({
      more: [{ id: "c", parent: "root", service: "cache", operation: "GET", at: [0, 1] }],
    }));
    const { nodes } = compareGroups(cached, rest)!;
    expect(nodes.find(({ service }) => service === "cache")).toMatchObject({
      onlyIn: "a",
      depth: 1,
      requestCountA: 50,
      requestCountB: 0,
      measures: { spans: { a: 1, b: 0 }, totalNs: { difference: ms } },
    });
    expect(nodes.find(({ name }) => name === "tokenize")).toMatchObject({ onlyIn: null, depth: 2 });
  });

  test("shows more spans of equal duration as more spans, not as longer ones", () => {
    const chunks = (n: number) => () => ({
      prefillMs: n * 5,
      more: Array.from({ length: n }, (_, index) => ({
        id: `p${index}`,
        parent: "prefill",
        service: "engine",
        operation: `prefill chunk ${index}`,
        at: [8 + index * 5, 13 + index * 5] as const,
      })),
    });
    const { nodes } = compareGroups(
      createAnalysedRequests(30, chunks(4)),
      createAnalysedRequests(30, chunks(1)),
    )!;
    const node = nodes.find(({ name }) => name === "prefill chunk #");
    expect(node?.measures.spans).toMatchObject({ a: 4, b: 1, difference: 3 });
    expect(node?.measures.criticalNs.difference).toBe(15 * ms);
  });

  test("a pair of requests has differences without intervals", () => {
    const pair = compareGroups(slow.slice(0, 1), rest.slice(0, 1))!;
    expect(pair.total.interval).toBeNull();
    expect(pair.confidenceIntervalBasis).toBe("requests");
    expect(textOf(pair)).toMatch(/total difference\. Two requests cannot show/);
  });

  test("equal groups are not distinguishable", () => {
    const like = (salt: number) =>
      createAnalysedRequests(60, (index) => ({ queueMs: (index * 7 + salt) % 11 }));
    expect(textOf(compareGroups(like(0), like(3))!)).toMatch(
      /^Slow requests and the rest do not differ significantly/,
    );
    expect(compareGroups([], rest)).toBeNull();
  });

  test("property: phases and critical times each sum to the difference, and swapping the sides flips the signs", () => {
    const anyTraces = fc.array(anyTrace, { minLength: 1, maxLength: 5 });
    const maps = listPhaseMaps("vllm");
    fc.assert(
      fc.property(anyTraces, anyTraces, (tracesA, tracesB) => {
        const [a, b] = [analyseTraces(tracesA, maps), analyseTraces(tracesB, maps)];
        const found = compareGroups(a, b)!;
        const sum = (of: readonly number[]): number => of.reduce((total, one) => total + one, 0);
        expect(sum(found.phases.map(({ difference }) => difference))).toBeCloseTo(found.total.difference, 6);
        expect(sum(found.nodes.map(({ measures }) => measures.criticalNs.difference))).toBeCloseTo(
          found.total.difference,
          6,
        );
        const swapped = compareGroups(b, a)!;
        expect(swapped.total.difference).toBeCloseTo(-found.total.difference, 9);
        for (const { phase, difference } of found.phases)
          expect(swapped.phases.find((one) => one.phase === phase)?.difference).toBeCloseTo(-difference, 9);
        expect(swapped.nodes).toHaveLength(found.nodes.length);
      }),
    );
  });
});
