/**
 * Endpoint picker of llm-d and the Gateway API in front of several engines. It exposes new and deprecated names at
 * once.
 */
import type { EngineRequest } from "@/demo/simulator/engine/request";
import { chooseConsumer, consumers, choosePriority } from "@/demo/simulator/exposition/consumer";
import { eppBucketEdges } from "./epp-edges";
import { createEppPoolMetrics } from "./epp-pool";
import type {
  EngineState,
  MetricsExporter,
  Exposition,
  ExporterFacts,
} from "@/demo/simulator/exposition/exposition";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";
import {
  measureGatewayTimes,
  isAnswered,
  measureRequestTimes,
} from "@/demo/simulator/exposition/request-times";

function create(facts: ExporterFacts): MetricsExporter {
  const registry = new Registry({}, { numberFormat: "plain" });
  const models: Labels = { model_name: facts.modelName, target_model_name: facts.modelName };
  const flows = new Map(
    consumers.map((name): [string, Labels] => [
      name,
      { ...models, fairness_id: name, priority: choosePriority(name) },
    ]),
  );
  const flowOf = (request: EngineRequest): Labels => flows.get(chooseConsumer(request)) ?? models;
  const pool = createEppPoolMetrics(registry, facts, { models, flows: [...flows.values()] });
  const requestMetrics = requestSide(registry, models);
  const running = new Map<Labels, number>();
  const changeRunning = (request: EngineRequest, by: number): void => {
    const flow = flowOf(request);
    running.set(flow, Math.max(0, (running.get(flow) ?? 0) + by));
  };
  return {
    createHandlers: (engineIndex) => ({
      onArrival: (request) => {
        changeRunning(request, 1);
        requestMetrics.recordArrival(flowOf(request));
        pool.scheduled(request, flowOf(request), engineIndex);
      },
      onToken: (request, _atMs, gapMs) => {
        if (gapMs === null) requestMetrics.recordFirstToken(request, flowOf(request));
        else requestMetrics.recordGap(gapMs / 1000, flowOf(request));
      },
      onFinish: (request) => {
        changeRunning(request, -1);
        requestMetrics.recordEnd(request, flowOf(request));
      },
    }),
    printMetrics: (states: readonly EngineState[]) => {
      pool.gauges(states, running);
      return registry.print();
    },
    resetCounters: () => registry.reset(),
  };
}

function requestSide(registry: Registry, models: Labels) {
  const histogram = (name: string, help: string, edges: readonly number[]) =>
    registry.histogram(`llm_d_epp_request_${name}`, help, edges, []);
  const ttft = histogram("ttft_seconds", "Time to first token in seconds.", eppBucketEdges.ttft);
  const tpot = histogram("streaming_tpot_seconds", "Time per output token in seconds.", eppBucketEdges.tpot);
  const itl = histogram("streaming_itl_seconds", "Inter-token latency in seconds.", eppBucketEdges.itl);
  const ntpot = histogram(
    "ntpot_seconds",
    "Normalized time per output token in seconds.",
    eppBucketEdges.ntpot,
  );
  const duration = histogram("duration_seconds", "Response latency in seconds.", eppBucketEdges.duration);
  const input = histogram("input_tokens", "Input token count.", eppBucketEdges.input);
  const output = histogram("output_tokens", "Output token count.", eppBucketEdges.output);
  const cached = histogram("cached_tokens", "Prompt cached token count.", eppBucketEdges.input);
  const total = registry.counter("llm_d_epp_request_total", "Counter of requests.", []);
  const errors = registry.counter("llm_d_epp_request_error_total", "Counter of failed requests.", []);
  const old = oldRequestSide(registry, models);
  return {
    recordArrival: (flow: Labels): void => {
      total.add(1, flow);
      old.total.add(1, models);
    },
    recordFirstToken: (request: EngineRequest, flow: Labels): void =>
      ttft.observe(measureGatewayTimes(request).ttft ?? 0, { ...flow, streaming: "true" }),
    recordGap: (seconds: number, flow: Labels): void => itl.observe(seconds, flow),
    recordEnd: (request: EngineRequest, flow: Labels): void => {
      if (request.finishReason === "error") {
        errors.add(1, { ...flow, error_code: "BadRequest" });
        old.errors.add(1, { ...models, error_code: "BadRequest" });
      }
      if (!isAnswered(request)) return;
      const { e2e } = measureGatewayTimes(request);
      const mean = measureRequestTimes(request).tpot;
      duration.observe(e2e, flow);
      old.duration.observe(e2e, models);
      ntpot.observe(e2e / request.generatedTokens, flow);
      old.ntpot.observe(e2e / request.generatedTokens, models);
      if (mean !== null) tpot.observe(mean, flow);
      input.observe(request.promptTokens, flow);
      output.observe(request.generatedTokens, flow);
      cached.observe(request.cachedTokens, flow);
    },
  };
}

/** Registers the deprecated names, which are still exposed. */
function oldRequestSide(registry: Registry, models: Labels) {
  const name = (end: string): string => `inference_objective_${end}`;
  const histogram = (end: string, help: string, edges: readonly number[]) =>
    registry.histogram(name(end), `[Deprecated] ${help}`, edges, [models]);
  return {
    total: registry.counter(name("request_total"), "[Deprecated] Counter of requests.", [models]),
    errors: registry.counter(name("request_error_total"), "[Deprecated] Counter of failed requests.", []),
    duration: histogram("request_duration_seconds", "Response latency in seconds.", eppBucketEdges.duration),
    ntpot: histogram(
      "normalized_time_per_output_token_seconds",
      "Latency divided by output tokens in seconds.",
      eppBucketEdges.ntpot,
    ),
  };
}

export const epp: Exposition = {
  id: "epp",
  title: "Endpoint picker (llm-d, Gateway API)",
  scope: "deployment",
  port: 9090,
  path: "/metrics",
  create,
};
