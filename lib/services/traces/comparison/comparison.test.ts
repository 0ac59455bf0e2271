/** Comparison responses for requests with known phases. */
import { allSources } from "@/lib/model/sources/source-scope";
import { describe, expect, test } from "vitest";
import { traceComparisonContract } from "@/lib/contracts/traces/trace-comparison";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { isAppError } from "@/lib/model/app-error";
import { parseComparedGroup } from "@/lib/model/traces/compared-group";
import type { TimeWindow } from "@/lib/model/time-window";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { createAnalysedRequests } from "@/tests/support/traces/analysed-requests";
import { sentenceText } from "@/tests/support/sentence-text";
import type { TraceGroup, TraceGroupRequest } from "../query/trace-group";
import { findSideWindow, type ComparisonRequest } from "./resolve-comparison";
import { compareTraceSides } from "./compare-sides";
import { readSides, type ComparisonReaders } from "./read-sides";

const ms = 1_000_000;
const window = { startMs: 1_780_000_000_000, endMs: 1_780_000_600_000 };
const deployment = (slug: string): KnownDeployment =>
  ({ slug, title: slug, traceServices: [`${slug}-gateway`], engine: "vllm" }) as unknown as KnownDeployment;

function askOf(query: Readonly<Record<string, string>>): ComparisonRequest {
  const parsed = traceComparisonContract.query.parse({ deployment: "chat", ...query });
  return {
    query: parsed,
    window,
    a: { group: parsed.a, deployment: deployment(parsed.aDeployment ?? "chat"), sourceScope: allSources },
    b: { group: parsed.b, deployment: deployment(parsed.bDeployment ?? "chat"), sourceScope: allSources },
  };
}

function groupOf(ask: TraceGroupRequest, requests: readonly AnalysedTrace[]): TraceGroup {
  return {
    traceSource: { slug: "jaeger", version: null, api: "v3" },
    service: "chat-gateway",
    requests,
    startupTraceCount: 2,
    retrieval: {
      queryCount: 1,
      requestedCount: ask.maxTraces,
      returnedCount: requests.length,
      filteredOutCount: 0,
      nearAttributes: [],
      isTruncated: false,
      stoppedBy: null,
      failure: null,
      coveredWindow: ask.window,
      unreadIntervalCount: 0,
    },
    nearOperations: { inService: [], inOtherServices: [] },
    window: ask.window,
  };
}

async function answered(
  query: Readonly<Record<string, string>>,
  requestsOf: (ask: TraceGroupRequest) => readonly AnalysedTrace[],
) {
  const groups: TraceGroupRequest[] = [];
  const reads: ComparisonReaders = {
    readGroup: (ask) => {
      groups.push(ask);
      return Promise.resolve(groupOf(ask, requestsOf(ask)));
    },
    readSingleTrace: (_deployment, traceId) =>
      Promise.resolve(
        createAnalysedRequests(1, () => ({ tokenizeMs: traceId.startsWith("a") ? 40 : 4 }))[0]!,
      ),
    findHighAndLowLoadWindows: () =>
      Promise.resolve({
        kind: "sides",
        intervalMs: 60_000,
        high: { windows: minutesAt(1, 2), intervalCount: 2, meanRunningRequests: 9 },
        low: { windows: minutesAt(5), intervalCount: 1, meanRunningRequests: 1 },
      }),
    countMetricRequests: () => Promise.resolve(1_000),
  };
  const request = askOf(query);
  const { signal } = new AbortController();
  const sides = await readSides(request, signal, reads);
  const body = await compareTraceSides(request, sides, { signal, requestId: "1" });
  const answer = traceComparisonContract.response.parse({ asOfMs: 0, ...body });
  return { answer, groups, text: sentenceText(answer.headline) };
}

function minutesAt(...minutes: readonly number[]): readonly TimeWindow[] {
  return minutes.map((minute) => ({
    startMs: window.startMs + minute * 60_000,
    endMs: window.startMs + (minute + 1) * 60_000,
  }));
}

/** One request in twenty has a slow tokenizer. */
const mixed = createAnalysedRequests(400, (index) => ({
  tokenizeMs: index % 20 === 0 ? 300 + (index % 7) : 1 + (index % 3),
  promptTokens: index % 20 === 0 ? 5_000 : 500,
}));

describe("slow requests against the rest", () => {
  test("splits one group at the quantile and names the phase that differs", async () => {
    const { answer, groups, text } = await answered({ slowQuantile: "0.95" }, () => mixed);
    expect(groups).toHaveLength(1);
    expect(answer).toMatchObject({
      time: "first-token",
      a: {
        label: "Slow",
        n: 20,
        meanPromptTokens: 5_000,
        metricRequestCount: 1_000,
        retrieval: { returnedCount: 400, startupTraceCount: 2 },
      },
      b: { n: 380, meanPromptTokens: 500 },
      slowThreshold: { basis: "quantile", quantile: 0.95 },
    });
    expect(text).toMatch(/^Slow requests spend 0\.30\d* more tokenising than the rest: /);
    const tokenize = answer.difference?.phases.find(({ phase }) => phase === "tokenize");
    expect(tokenize?.differenceShare).toBeGreaterThan(0.99);
    expect(answer.difference?.attributeDifferences).toMatchObject({
      kind: "differences",
      rows: [
        {
          attribute: "prompt tokens",
          match: { value: 5_000 },
          countA: 20,
          countB: 0,
          shareA: 1,
          shareB: 0,
          mayBeChance: false,
          equivalents: [
            {
              feature: { attribute: "prompt tokens", service: null },
              match: { kind: "value", value: 500 },
              relation: "complement",
            },
          ],
        },
      ],
    });
    expect(answer.difference?.histogram.reduce((sum, { countA: a }) => sum + a, 0)).toBe(20);
  });

  test("swapping the sides flips the sign of every difference", async () => {
    const [one, other] = [
      await answered({ a: "slow", b: "rest" }, () => mixed),
      await answered({ a: "rest", b: "slow" }, () => mixed),
    ];
    const [there, back] = [one.answer.difference!, other.answer.difference!];
    expect(back.total.difference).toBeCloseTo(-there.total.difference, 6);
    for (const node of there.nodes) {
      const same = back.nodes.find(
        ({ nodeIndex, name }) => nodeIndex === node.nodeIndex && name === node.name,
      );
      expect(same?.criticalNs.difference).toBeCloseTo(-node.criticalNs.difference, 6);
    }
    expect(other.text).toMatch(/^The rest spend .* less tokenising than slow requests/);
  });

  test("splits at a chosen time, and states when no request exceeds it", async () => {
    const chosen = await answered({ slowOverMs: "200" }, () => mixed);
    expect(chosen.answer).toMatchObject({
      a: { n: 20 },
      slowThreshold: { durationNs: 200 * ms, basis: "chosen" },
    });
    const none = await answered({ slowOverMs: "60000" }, () => mixed);
    expect(none.answer.difference).toBeNull();
    expect(none.text).toMatch(
      /^There is nothing to compare: none of 400 requests takes longer than 60\u202fs\.$/,
    );
  });

  test("states when there are too few requests or none", async () => {
    const few = await answered({}, () => mixed.slice(0, 60));
    expect(few.text).toBe(
      "Not enough data: 3 requests were read for the group “Slow requests”, and each group needs at least 10.",
    );
    // The headline names no phase, so a remaining difference would follow from nothing.
    expect(sentenceText(few.answer.remainder!)).toMatch(
      /^Their first token takes .+ compared with .+ \(means of 3(?: requests)? and 57(?: requests)?\)\.\s?$/,
    );
    expect(few.answer.difference).not.toBeNull();
    expect((await answered({}, () => mixed.slice(0, 5))).text).toMatch(
      /5 requests report the compared time, too few/,
    );
    expect((await answered({}, () => [])).text).toMatch(/no traces were found for slow requests/);
  });

  test("compares full requests when no first token is reported, with a warning", async () => {
    const silent = createAnalysedRequests(200, (index) => ({
      decodeMs: index % 20 === 0 ? 900 : 100 + (index % 5),
      attributes: { "gen_ai.latency.time_to_first_token": 0 },
    }));
    const { answer, text } = await answered({}, () => silent);
    expect(answer).toMatchObject({ time: "request", a: { n: 10, missingFirstTokenCount: 0 } });
    expect(answer.warnings).toHaveLength(1);
    expect(text).toMatch(/in decode/);
  });
});

describe("other groups", () => {
  test("names two deployments", async () => {
    const { text, groups } = await answered({ a: "all", b: "all", bDeployment: "search" }, ({ deployment }) =>
      createAnalysedRequests(40, (index) => ({
        tokenizeMs: (deployment.slug === "chat" ? 500 : 1) + (index % 3),
      })),
    );
    expect(groups.map((ask) => ask.deployment.slug)).toEqual(["chat", "search"]);
    expect(text).toMatch(/^Requests of chat spend .* more tokenising than requests of search: /);
  });

  test("reads high and low load by minutes, and returns the windows", async () => {
    const { answer, groups, text } = await answered(
      { a: "high-load", b: "low-load", maxRequests: "100" },
      (ask) =>
        createAnalysedRequests(30, (index) => ({
          queueMs: (ask.window.startMs === window.startMs + 300_000 ? 1 : 80) + (index % 3),
        })),
    );
    expect(
      groups.map(({ window: { startMs }, maxTraces }) => [(startMs - window.startMs) / 60_000, maxTraces]),
    ).toEqual([
      [1, 50],
      [2, 50],
      [5, 100],
    ]);
    expect(answer.a).toMatchObject({
      n: 60,
      windows: minutesAt(1, 2),
      meanRunningRequests: 9,
      metricRequestCount: 2_000,
      retrieval: { requestedCount: 100, returnedCount: 60, startupTraceCount: 4 },
    });
    expect(text).toMatch(
      /^Requests under high load spend .* more waiting in the queue than requests under low load/,
    );
  });

  test("applies conditions to both sides, and a named service to its deployment", async () => {
    const { groups, answer } = await answered(
      {
        a: "all",
        b: "all",
        bDeployment: "code",
        service: "chat-gateway",
        minMs: "50",
        attribute: "tenant=north",
      },
      () => createAnalysedRequests(20),
    );
    const filters = { durationMinMs: 50, attributeTexts: { tenant: "north" } };
    expect(groups).toMatchObject([{ service: "chat-gateway", filters }, { filters }]);
    expect(groups[1]).not.toHaveProperty("service");
    expect([answer.a.metricRequestCount, answer.b.metricRequestCount]).toEqual([null, null]);
  });

  test("queries the source for an attribute value", async () => {
    const { groups, text } = await answered(
      { a: "value:1.2", b: "value:1.1", comparedAttribute: "service.version" },
      ({ filters }) =>
        createAnalysedRequests(30, (index) => ({
          prefillMs: (filters?.attributeTexts?.["service.version"] === "1.2" ? 90 : 20) + (index % 3),
        })),
    );
    expect(groups).toHaveLength(2);
    expect(text).toMatch(/^Requests with service\.version 1\.2 spend .* more in prefill/);
  });

  test("compares two single traces without intervals, with aligned rows", async () => {
    const { answer, text } = await answered(
      { a: `trace:${"a".repeat(32)}`, b: `trace:${"b".repeat(32)}` },
      () => [],
    );
    expect(answer.a).toMatchObject({ n: 1, traceId: "a".repeat(32), windows: [], retrieval: null });
    expect(answer.difference).toMatchObject({
      total: { difference: 36 * ms, interval: null },
      attributeDifferences: null,
    });
    expect(answer.difference?.pair?.rows.find(({ name }) => name === "tokenize")).toMatchObject({
      a: { totalNs: 40 * ms },
      b: { totalNs: 4 * ms },
    });
    expect(text).toMatch(/^The first request spends .* more tokenising than the second request/);
  });

  test("names the group that one request is compared with, and adds a caveat", async () => {
    const { text } = await answered({ a: `trace:${"a".repeat(32)}`, b: "all" }, () =>
      createAnalysedRequests(30, (index) => ({ tokenizeMs: 1 + (index % 3) })),
    );
    expect(text).toMatch(/^This request spends .* more tokenising than requests of \S+ in this window: /);
    expect(text).toMatch(/ One request cannot show whether this is typical\.$/);
  });

  test("resolves windows before and after an instant, and earlier windows", () => {
    const changeAtMs = String(window.startMs + 200_000);
    const request = askOf({ a: "after", b: "before", changeAtMs });
    expect(findSideWindow(request.a.group, request)).toEqual({
      ...window,
      startMs: window.startMs + 200_000,
    });
    expect(findSideWindow(request.b.group, request)).toEqual({ ...window, endMs: window.startMs + 200_000 });
    const before = findSideWindow(parseComparedGroup("previous")!, request);
    expect(before).toEqual({ startMs: window.startMs - 600_000, endMs: window.startMs });
    const refusal = (query: Readonly<Record<string, string>>): unknown => {
      try {
        const refused = askOf(query);
        return findSideWindow(refused.a.group, refused);
      } catch (error) {
        return error;
      }
    };
    expect(refusal({ a: "after" })).toSatisfy(isAppError);
    expect(refusal({ a: "after", changeAtMs: "1" })).toSatisfy(isAppError);
    expect(refusal({ a: `from:${window.startMs - 1_000}` })).toSatisfy(isAppError);
  });
});
