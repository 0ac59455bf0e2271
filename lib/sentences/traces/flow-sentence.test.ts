import { resolveLimits } from "@/lib/model/deployment/limits";
import { expect, test } from "vitest";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import { drawnSpan, drawnTrace } from "@/tests/support/traces/drawn-trace";
import { sentenceText } from "@/tests/support/sentence-text";
import { analyseTraces } from "@/lib/analysis/traces/analyse-trace";
import { compareFlows } from "@/lib/analysis/traces/flow/compare-flows";
import { buildFlowMap, type FlowMap } from "@/lib/analysis/traces/flow/flow-map";
import { flowSentence } from "./flow-sentence";

const ms = 1_000_000;
const limits = resolveLimits({});

function mapOf(engineMs: readonly number[], isError = false): FlowMap {
  const traces = engineMs.map((length, index) =>
    drawnTrace(
      [
        {
          id: "g",
          service: "gateway",
          operation: "POST",
          kind: "server" as const,
          at: [0, length * 1.1 + 20] as const,
        },
        {
          id: "e",
          parent: "g",
          service: "engine",
          operation: "run",
          kind: "server" as const,
          at: [10, length + 10] as const,
          isError,
        },
      ].map((span) => drawnSpan(span, ms)),
      String(index),
    ),
  );
  return buildFlowMap({
    traces: analyseTraces(traces, listPhaseMaps(null)),
    windowSeconds: 60,
    samplingRatio: null,
  });
}

const around = (middle: number): readonly number[] =>
  Array.from({ length: 40 }, (_, index) => middle + (index % 5));

test("names the service that requests wait for longest, and failing calls", () => {
  expect(sentenceText(flowSentence(mapOf([80, 80]), null, limits))).toMatch(
    /^Requests wait longest for engine: 0\.741 of their time, and gateway takes 0\.259\.$/,
  );
  expect(sentenceText(flowSentence(mapOf([80], true), null, limits))).toMatch(
    / 1 of calls to engine fail\.$/,
  );
  expect(sentenceText(flowSentence(mapOf([]), null, limits))).toBe("No requests were traced in this window.");
});

test("names the network between two services if requests wait for it longest", () => {
  const trace = drawnTrace(
    [
      { id: "g", service: "gateway", operation: "POST", kind: "server" as const, at: [0, 100] as const },
      {
        id: "c",
        parent: "g",
        service: "gateway",
        operation: "call",
        kind: "client" as const,
        at: [5, 95] as const,
      },
      {
        id: "e",
        parent: "c",
        service: "engine",
        operation: "run",
        kind: "server" as const,
        at: [35, 65] as const,
      },
    ].map((span) => drawnSpan(span, ms)),
  );
  const map = buildFlowMap({
    traces: analyseTraces([trace], listPhaseMaps(null)),
    windowSeconds: 60,
    samplingRatio: null,
  });
  expect(sentenceText(flowSentence(map, null, limits))).toBe(
    "Requests wait longest on the network between gateway and engine: 0.6 of their time, more than for any service.",
  );
});

test("names the call that became slower than in the comparison window", () => {
  const [before, after] = [mapOf(around(80)), mapOf(around(180))];
  expect(sentenceText(flowSentence(after, compareFlows(before, after), limits))).toMatch(
    /^Calls from gateway to engine are 0\.1 slower on average than in the comparison window \(0\.082\)\.$/,
  );
});

test("reports no change between equal windows", () => {
  const [before, after] = [mapOf(around(80)), mapOf(around(80))];
  expect(sentenceText(flowSentence(after, compareFlows(before, after), limits))).toBe(
    "No call became significantly slower or faster.",
  );
});

test("states the share of aborted requests apart from failing calls, above the limit of the deployment", () => {
  const traces = Array.from({ length: 10 }, (_, index) =>
    drawnTrace(
      [
        {
          id: "g",
          service: "gateway",
          operation: "POST",
          kind: "server" as const,
          at: [0, 100] as const,
          isError: index < 3,
          attributes: { "http.response.status_code": index < 3 ? 499 : 200 },
        },
      ].map((span) => drawnSpan(span, ms)),
      String(index),
    ),
  );
  const map = buildFlowMap({
    traces: analyseTraces(traces, listPhaseMaps(null)),
    windowSeconds: 60,
    samplingRatio: null,
  });
  expect(sentenceText(flowSentence(map, null, limits))).toMatch(
    / of their time\. 0\.3 of requests are aborted by clients\.$/,
  );
  expect(sentenceText(flowSentence(map, null, resolveLimits({ limits: { abortRatio: 0.5 } })))).not.toContain(
    "aborted",
  );
});
