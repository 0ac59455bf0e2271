import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import { anyTrace } from "@/tests/support/traces/any-trace";
import { drawnSpan, drawnTrace, type DrawnSpan } from "@/tests/support/traces/drawn-trace";
import { analyseTraces, type AnalysedTrace } from "../analyse-trace";
import { findBrokenHops } from "./broken-hops";
import { compareFlows } from "./compare-flows";
import { buildFlowMap } from "./flow-map";

const ms = 1_000_000;

function analysed(traces: readonly (readonly DrawnSpan[])[]): readonly AnalysedTrace[] {
  return analyseTraces(
    traces.map((spans, index) =>
      drawnTrace(
        spans.map((span) => drawnSpan(span, ms)),
        String(index),
      ),
    ),
    listPhaseMaps(null),
  );
}

/** gateway → (client) → engine → postgres, which sends no spans. */
const request = (engineMs = 60, isError = false): readonly DrawnSpan[] => [
  { id: "g", service: "gateway", operation: "POST", kind: "server", at: [0, engineMs + 40] },
  { id: "c", parent: "g", service: "gateway", operation: "call", kind: "client", at: [10, engineMs + 30] },
  {
    id: "e",
    parent: "c",
    service: "engine",
    operation: "run",
    kind: "server",
    at: [20, engineMs + 20],
    isError,
  },
  {
    id: "d",
    parent: "e",
    service: "engine",
    operation: "SELECT 1",
    kind: "client",
    at: [30, 40],
    attributes: { "db.system.name": "postgresql" },
  },
];

describe("the flow map", () => {
  const map = buildFlowMap({
    traces: analysed(Array.from({ length: 20 }, (_, index) => request(60, index < 2))),
    windowSeconds: 10,
    samplingRatio: 0.5,
  });
  const edge = (to: string) => map.edges.find((one) => one.to === to);

  test("two called spans below one client span share its network time", () => {
    const networkOf = (second: readonly [number, number]) => {
      const spans = [
        ...request(),
        { id: "f", parent: "c", service: "engine", operation: "send", kind: "server", at: second } as const,
      ];
      const { edges, nodes } = buildFlowMap({
        traces: analysed(Array.from({ length: 20 }, () => spans)),
        windowSeconds: 10,
        samplingRatio: null,
      });
      const engine = edges.find(({ to }) => to === "engine");
      const networkTimes = edges.reduce((sum, { networkShare }) => sum + networkShare, 0);
      expect(nodes.reduce((sum, { criticalShare }) => sum + criticalShare, networkTimes)).toBeCloseTo(1, 9);
      return [engine?.callCount, engine?.networkNs, engine?.networkShare];
    };
    // The client span takes 80 ms; the first called span runs from 20 to 80 ms.
    expect(networkOf([25, 75])).toEqual([40, 20 * ms, 0.2]);
    expect(networkOf([70, 85])).toEqual([40, 15 * ms, 0.15]);
    // A retry after a pause: the pause is not network time, and network time counts once.
    expect(networkOf([84, 88])).toEqual([40, 12 * ms, 0.12]);
    // The called span continued after the client span ended.
    expect(networkOf([70, 130])).toEqual([40, null, 0]);
  });

  test("a client span with calls to two services gives no network time", () => {
    const spans = request();
    const bothServices = buildFlowMap({
      traces: analysed([
        [
          ...spans,
          { id: "f", parent: "c", service: "features", operation: "get", kind: "server", at: [11, 14] },
        ],
      ]),
      windowSeconds: 10,
      samplingRatio: null,
    });
    expect(bothServices.edges.map(({ to, networkNs }) => [to, networkNs])).toEqual(
      expect.arrayContaining([
        ["engine", null],
        ["features", null],
      ]),
    );
  });

  test("a called span that outlives its client span gives no network time", () => {
    const spans = request().map((span) => (span.id === "e" ? { ...span, at: [20, 140] as const } : span));
    const { edges } = buildFlowMap({ traces: analysed([spans]), windowSeconds: 10, samplingRatio: null });
    expect(edges.find(({ to }) => to === "engine")?.networkNs).toBeNull();
  });

  test("network waiting belongs to the call, not to the calling service", () => {
    const { nodes, edges } = buildFlowMap({
      traces: analysed([
        [
          { id: "g", service: "gateway", operation: "POST", kind: "server", at: [0, 1_000] },
          { id: "c", parent: "g", service: "gateway", operation: "call", kind: "client", at: [5, 995] },
          { id: "e", parent: "c", service: "engine", operation: "run", kind: "server", at: [305, 695] },
        ],
      ]),
      windowSeconds: 10,
      samplingRatio: null,
    });
    const shares = edges.map(({ from, to, ...edge }) => [from, to, edge.criticalShare, edge.networkShare]);
    expect(shares).toEqual([
      ["gateway", "engine", 0.99, 0.6],
      [null, "gateway", 0.01, 0],
    ]);
    expect(nodes.map(({ name, criticalShare }) => [name, criticalShare])).toEqual([
      ["engine", 0.39],
      ["gateway", 0.01],
    ]);
  });

  test("lists services, and a database that sends no spans", () => {
    expect(map.nodes.map(({ name, isExternal }) => [name, isExternal])).toEqual([
      ["engine", false],
      ["gateway", false],
      ["postgresql", true],
    ]);
    expect(map.nodes[0]).toMatchObject({ traceCount: 20, spanCount: 40, errorCount: 2, criticalShare: 0.6 });
    expect(map.nodes[1]?.criticalShare).toBeCloseTo(0.2, 12);
  });

  test("computes rate, errors, latency, network time and critical share of each edge", () => {
    expect(edge("engine")).toMatchObject({
      from: "gateway",
      callCount: 20,
      errorCount: 2,
      callsPerSecond: 4,
      latencyNs: { p50: 60 * ms, p99: null },
      networkNs: 20 * ms,
      criticalShare: 0.8,
      networkShare: 0.2,
    });
    expect(edge("gateway")).toMatchObject({ from: null, networkNs: null, networkShare: 0 });
    expect(edge("gateway")?.criticalShare).toBeCloseTo(0.2, 12);
    expect(edge("postgresql")).toMatchObject({ from: "engine", callCount: 20, latencyNs: { p50: 10 * ms } });
  });

  test("property: shares of services and network sum to 1, and no rate or time is negative", () => {
    const maps = listPhaseMaps(null);
    fc.assert(
      fc.property(fc.array(anyTrace, { minLength: 1, maxLength: 5 }), (traces) => {
        const { nodes, edges } = buildFlowMap({
          traces: analyseTraces(traces, maps),
          windowSeconds: 60,
          samplingRatio: null,
        });
        const networkTimes = edges.reduce((sum, { networkShare }) => sum + networkShare, 0);
        const share = nodes.reduce((sum, { criticalShare }) => sum + criticalShare, networkTimes);
        expect(Math.min(Math.abs(share - 1), Math.abs(share))).toBeLessThan(1e-9);
        for (const { criticalShare, networkShare, callsPerSecond: perSecond, latencyNs, networkNs } of edges)
          expect(
            Math.min(criticalShare - networkShare, networkShare, perSecond, latencyNs.max, networkNs ?? 0),
          ).toBeGreaterThanOrEqual(0);
        for (const { criticalShare } of nodes) expect(criticalShare).toBeGreaterThan(-1e-9);
        expect(edges.reduce((sum, { criticalShare }) => sum + criticalShare, 0)).toBeLessThan(1 + 1e-9);
      }),
    );
  });
});

describe("breaks in the chain of spans", () => {
  test("a complete flow has none, and a call that never has a called span is external", () => {
    expect(findBrokenHops(analysed([request(), request()]), ["gateway", "engine"])).toEqual([]);
  });

  test("finds calls with called spans only sometimes, missing parents, and services without spans", () => {
    const withoutEngine = request().slice(0, 2);
    const lost = request().map((span) => (span.id === "e" ? { ...span, parent: "gone" } : span));
    const hops = findBrokenHops(analysed([request(), request(), withoutEngine, lost]), [
      "gateway",
      "feature-store",
      "engine",
    ]);
    expect(hops).toEqual([
      { kind: "silent-service", service: "feature-store" },
      {
        kind: "unanswered-call",
        service: "gateway",
        name: "call",
        peer: null,
        affectedSpanCount: 2,
        totalSpanCount: 4,
        traceCount: 2,
      },
      {
        kind: "missing-parent",
        service: "engine",
        name: "run",
        affectedSpanCount: 1,
        totalSpanCount: 3,
        traceCount: 1,
      },
    ]);
  });
});

describe("comparing two windows", () => {
  const mapOf = (traces: readonly (readonly DrawnSpan[])[]) =>
    buildFlowMap({ traces: analysed(traces), windowSeconds: 10, samplingRatio: null });
  const many = (n: number, of: (index: number) => readonly DrawnSpan[]) =>
    Array.from({ length: n }, (_, index) => of(index));

  test("ranks the edge that became slower and fails more first", () => {
    const before = mapOf(many(50, (index) => request(60 + (index % 5))));
    const after = mapOf(many(50, (index) => request(160 + (index % 5), index < 15)));
    const changes = compareFlows(before, after);
    expect(changes.map(({ to }) => to).slice(0, 2)).toEqual(["engine", "gateway"]);
    const change = changes.find(({ to }) => to === "engine");
    expect(change?.latencyNs?.difference).toBeCloseTo(100 * ms, 0);
    expect(change?.latencyNs?.interval?.lower).toBeGreaterThan(95 * ms);
    expect(change?.errorRatio?.difference).toBeCloseTo(0.3, 12);
    expect(change?.errorRatio?.pValue).toBeLessThan(1e-4);
    expect(change?.callsPerTrace).toBe(0);
  });

  test("ranks an edge of one side only first", () => {
    const bare = many(5, () => request().slice(0, 3));
    const changes = compareFlows(mapOf(bare), mapOf(many(5, () => request())));
    expect(changes[0]).toMatchObject({ from: "engine", to: "postgresql", before: null, latencyNs: null });
    expect(changes).toHaveLength(3);
  });
});
