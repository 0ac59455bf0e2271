/**
 * The demo's fleet under more load than it serves: clients give up. The metrics of the engines, which Overview and
 * Signals show, count the same aborts as the traces on all their pages, and no errors.
 */
import { beforeAll, expect, test } from "vitest";
import { fleet } from "@/demo/simulator/fleet";
import { Simulation } from "@/demo/simulator/simulation";
import { toResourceSpans } from "@/demo/simulator/traces/otlp";
import type { RequestTrace } from "@/demo/simulator/traces/request-trace";
import { analyseTraces, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { buildFlowMap } from "@/lib/analysis/traces/flow/flow-map";
import { buildOperationTable } from "@/lib/analysis/traces/many/operation-table";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import { resolveLimits } from "@/lib/model/deployment/limits";
import { traceStudyLimits } from "@/lib/model/traces/study-bounds";
import type { Trace } from "@/lib/model/traces/trace";
import { flowSentence } from "@/lib/sentences/traces/flow-sentence";
import { matchesFilters } from "@/lib/services/traces/query/trace-filters";
import { computeDurations } from "@/lib/services/traces/study/study-durations";
import { summariseTrace } from "@/lib/services/traces/summarise-trace";
import { v3Traces } from "@/lib/sources/jaeger/wire";
import { parseExposition } from "@/tests/support/histories/exposition-text";
import { sentenceText } from "@/tests/support/sentence-text";

const startMs = Date.UTC(2026, 10, 18, 9);
const busyMs = 90_000;
const pageSize = traceStudyLimits.maxTraces;

let traces: readonly Trace[] = [];
let requests: readonly AnalysedTrace[] = [];
/** Finished requests by reason, as the engines expose them. */
let counted: Readonly<Record<string, number>> = {};

beforeAll(() => {
  const sent: RequestTrace[] = [];
  const plans = fleet.slice(0, 1).map((plan) => ({
    ...plan,
    traffic: { ...plan.traffic, requestsPerSecond: 4 * plan.traffic.requestsPerSecond },
  }));
  const simulation = new Simulation({
    fleet: plans,
    seed: 11,
    startMs,
    traceSampleRatio: 1,
    onTrace: (trace) => sent.push(trace),
  });
  simulation.advance(startMs + busyMs);
  const resourceSpans = sent.flatMap(({ traceId, spans }) => toResourceSpans(traceId, spans));
  traces = v3Traces.parse({ result: { resourceSpans } });
  requests = analyseTraces(traces, listPhaseMaps("vllm"));
  const samples = simulation.deployments
    .flatMap((deployment) => deployment.listTargets())
    .flatMap(
      ({ printMetrics }) =>
        parseExposition(printMetrics(simulation.nowMs)).get("vllm:request_success_total")?.samples ?? [],
    );
  const reasons = Map.groupBy(samples, ({ labels }) => labels["finished_reason"] ?? "");
  counted = Object.fromEntries(
    [...reasons].map(([reason, each]) => [reason, each.reduce((sum, { value }) => sum + value, 0)]),
  );
});

test("enough clients give up for a share above the limit, and no request fails", () => {
  expect(counted["error"]).toBe(0);
  const finished = Object.values(counted).reduce((sum, value) => sum + value, 0);
  expect((counted["abort"] ?? 0) / finished).toBeGreaterThan(resolveLimits({}).abortRatio);
  expect(traces).toHaveLength(finished);
});

test("the trace list and its filter count the aborts of the metrics, and no errors", () => {
  const listed = traces.map(summariseTrace);
  expect(listed.filter(({ outcome }) => outcome === "abort")).toHaveLength(counted["abort"] ?? 0);
  expect(listed.filter(({ errorSpanCount }) => errorSpanCount > 0)).toEqual([]);
  expect(traces.filter((trace) => matchesFilters(trace, "chat-70b", { hasErrorSpan: true }))).toEqual([]);
});

test("the points, operations and calls of many requests count the aborts of the metrics, and no errors", () => {
  const metrics = { kind: "unavailable", reason: "No metric.", isPending: false } as const;
  // A page shows a limited number of points.
  const points = [requests.slice(0, pageSize), requests.slice(pageSize)].flatMap(
    (page) => computeDurations(page, { requests: page, metrics }).points,
  );
  expect(points).toHaveLength(requests.length);
  const operations = buildOperationTable(requests);
  const map = buildFlowMap({ traces: requests, windowSeconds: busyMs / 1_000, samplingRatio: null });
  const entry = map.edges.find(({ from }) => from === null);
  const root = operations.find(({ name }) => name.startsWith("POST"));
  expect([
    points.filter(({ outcome }) => outcome === "abort").length,
    root?.abortCount,
    entry?.abortCount,
  ]).toEqual([counted["abort"], counted["abort"], counted["abort"]]);
  expect(points.filter(({ outcome }) => outcome === "error")).toEqual([]);
  expect([...operations, ...map.edges, ...map.nodes].filter(({ errorCount: errors }) => errors > 0)).toEqual(
    [],
  );
  const text = sentenceText(flowSentence(map, null, resolveLimits({})));
  expect(text).toMatch(/ of requests are aborted by clients\.$/);
  expect(text).not.toContain("fail");
});
