/**
 * Traces of real servers: NVIDIA Dynamo, and LiteLLM in front of it. Every request is read once, its phases add up to
 * its duration, time that neither product reports is unexplained, and the root matches the client's measurement.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dynamoServiceNames } from "@/demo/stack/peers/dynamo";
import { litellmServiceName } from "@/demo/stack/peers/litellm";
import { waitUntil } from "@/demo/stack/process/wait-until";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { findBrokenHops } from "@/lib/analysis/traces/flow/broken-hops";
import { buildFlowMap } from "@/lib/analysis/traces/flow/flow-map";
import { computePhaseTimeShares, listUnknownOperations } from "@/lib/analysis/traces/rule-usage";
import type { EngineId } from "@/lib/model/deployment/deployment";
import { readTraceGroup, type TraceGroup } from "@/lib/services/traces/query/trace-group";
import { measureLoad, type MeasuredLoad } from "@/tests/support/peers/measured-load";
import { litellmKey } from "@/tests/support/peers/peer-fixture";
import { startTraceFixture, tracedModel, type TraceFixture } from "@/tests/support/peers/trace-fixture";

const requests = 40;
const common = { model: tracedModel, requests, atOnce: 2, outputTokens: 30, unstreamedEvery: 4 } as const;

interface Run {
  readonly measured: MeasuredLoad;
  /** Traces of answered requests. A rejected request has only the gateway's spans. */
  readonly traces: readonly AnalysedTrace[];
}

let fixture: TraceFixture | undefined;
const runs: { direct?: Run; proxied?: Run; handedOn?: Run } = {};

function read(service: string, engine: EngineId, startMs: number): Promise<TraceGroup> {
  const window = { startMs, endMs: Date.now() };
  const deployment = {
    title: service,
    engine,
    tracesSource: null,
    traceServices: [service],
    sourceScope: allSources,
  };
  return readTraceGroup({ deployment, window, maxTraces: 1_000, signal: AbortSignal.timeout(30_000) });
}

const hasOf =
  (service: string, operation: string) =>
  ({ rows }: AnalysedTrace) =>
    rows.some(({ span }) => span.service === service && span.operation === operation);

interface RunPlan {
  readonly service: string;
  readonly engine: EngineId;
  /** Whether a trace contains the spans that every answered request has. */
  readonly isComplete: (trace: AnalysedTrace) => boolean;
  readonly load: () => Promise<MeasuredLoad>;
}

async function runOf({ service, engine, isComplete, load }: RunPlan): Promise<Run> {
  const startMs = Date.now();
  const measured = await load();
  let traces: readonly AnalysedTrace[] = [];
  await waitUntil({
    condition: `${requests} traces of ${service}`,
    isMet: async () => {
      traces = (await read(service, engine, startMs)).requests.filter(isComplete);
      return traces.length >= requests;
    },
    timeoutMs: 60_000,
    fix: "query the test's Jaeger",
  });
  return { measured, traces };
}

beforeAll(async () => {
  const { frontendUrl, litellmUrl } = (fixture = await startTraceFixture());
  const throughProxy = { ...common, url: litellmUrl, key: litellmKey };
  const hasProxySpan = hasOf(litellmServiceName, "raw_gen_ai_request");
  const [hasFrontendSpan, hasWorkerSpan] = [
    hasOf(dynamoServiceNames.frontend, "http-request"),
    hasOf(dynamoServiceNames.worker, "handle_payload"),
  ];
  // The first request makes both products load what later requests need.
  await measureLoad({ ...throughProxy, requests: 1 });
  runs.direct = await runOf({
    service: dynamoServiceNames.frontend,
    engine: "dynamo",
    isComplete: (trace) => hasFrontendSpan(trace) && hasWorkerSpan(trace),
    load: () => measureLoad({ ...common, url: frontendUrl }),
  });
  runs.proxied = await runOf({
    service: litellmServiceName,
    engine: "litellm",
    isComplete: hasProxySpan,
    load: () => measureLoad(throughProxy),
  });
  runs.handedOn = await runOf({
    service: litellmServiceName,
    engine: "litellm",
    isComplete: (trace) => hasProxySpan(trace) && hasFrontendSpan(trace) && hasWorkerSpan(trace),
    load: () => measureLoad({ ...throughProxy, isTraced: true }),
  });
}, 600_000);
afterAll(() => fixture?.stop());

function of(run: Run | undefined): Run {
  if (run === undefined) throw new Error("the run has not started");
  return run;
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const kinds = [
  ["Dynamo", () => of(runs.direct)],
  ["LiteLLM", () => of(runs.proxied)],
  ["LiteLLM that propagates the trace to Dynamo", () => of(runs.handedOn)],
] as const;

describe.each(kinds)("%s", (_name, run) => {
  test("each request is read exactly once", () => {
    const ids = run().traces.map(({ traceId }) => traceId);
    expect(ids).toHaveLength(requests);
    expect(new Set(ids).size).toBe(requests);
  });

  test("the phases of each request add up to its duration, and none is negative", () => {
    for (const { phaseNs, durationNs } of run().traces) {
      expect(Object.values(phaseNs).reduce((sum, ns) => sum + ns, 0)).toBe(durationNs);
      expect(Math.min(...Object.values(phaseNs))).toBeGreaterThanOrEqual(0);
    }
  });

  test("every operation is known", () => {
    expect(listUnknownOperations(run().traces)).toEqual([]);
  });

  test("time that neither product reports is unexplained, and engine phases are empty", () => {
    const { unexplained, prefill, decode, other } = computePhaseTimeShares(run().traces);
    expect(unexplained).toBeGreaterThan(0.5);
    expect([prefill, decode, other]).toEqual([0, 0, 0]);
  });

  test("the client's duration is the root's duration plus at most one round trip", () => {
    const { measured, traces } = run();
    const client = middle(measured.answers.map(({ e2eSeconds }) => e2eSeconds));
    const root = middle(traces.map(({ durationNs }) => durationNs / 1e9));
    expect(client).toBeGreaterThanOrEqual(root);
    expect(client - root).toBeLessThanOrEqual(Math.max(...measured.roundTrips));
  });
});

test("Dynamo: its frontend calls its worker, and no hop is broken", () => {
  const { traces } = of(runs.direct);
  const { nodes, edges } = buildFlowMap({ traces, windowSeconds: 60, samplingRatio: null });
  expect(nodes.map(({ name }) => name).toSorted()).toEqual(Object.values(dynamoServiceNames).toSorted());
  expect(
    edges.map(({ from, to, callCount }) => `${callCount} from ${from ?? "outside"} to ${to}`).toSorted(),
  ).toEqual([
    `${requests} from ${dynamoServiceNames.frontend} to ${dynamoServiceNames.worker}`,
    `${requests} from outside to ${dynamoServiceNames.frontend}`,
  ]);
  expect(findBrokenHops(traces, Object.values(dynamoServiceNames))).toEqual([]);
});

test("LiteLLM starts a trace that ends at itself: nothing upstream is invented", () => {
  const { nodes } = buildFlowMap({ traces: of(runs.proxied).traces, windowSeconds: 60, samplingRatio: null });
  expect(nodes.map(({ name }) => name)).toEqual([litellmServiceName]);
  expect(findBrokenHops(of(runs.proxied).traces, [litellmServiceName, dynamoServiceNames.frontend])).toEqual([
    { kind: "silent-service", service: dynamoServiceNames.frontend },
  ]);
});

test("LiteLLM propagates its client's span instead of its span: one trace, and the missing parent is named", () => {
  const { traces, measured } = of(runs.handedOn);
  expect(traces.map(({ traceId }) => traceId).toSorted()).toEqual(
    measured.answers.map(({ traceId }) => traceId ?? "").toSorted(),
  );
  const services = [litellmServiceName, ...Object.values(dynamoServiceNames)];
  const hops = findBrokenHops(traces, services).filter(
    ({ service }) => service === dynamoServiceNames.frontend,
  );
  expect(hops).toEqual([
    {
      kind: "missing-parent",
      service: dynamoServiceNames.frontend,
      name: "http-request",
      affectedSpanCount: requests,
      totalSpanCount: requests,
      traceCount: requests,
    },
  ]);
});
