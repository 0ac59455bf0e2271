/** SGLang model gateway: request duration as a histogram, other latencies as summaries. */
import type { EngineRequest } from "@/demo/simulator/engine/request";
import type { MetricsExporter, Exposition, ExporterFacts } from "@/demo/simulator/exposition/exposition";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";
import {
  measureGatewayTimes,
  isAnswered,
  measureRequestTimes,
} from "@/demo/simulator/exposition/request-times";

const durationEdges = [
  0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 45, 60, 90, 120, 180, 240,
];
const quantiles = [0, 0.5, 0.9, 0.95, 0.99, 0.999, 1];

function create({ modelName }: ExporterFacts): MetricsExporter {
  const baseLabels: Labels = {
    router_type: "http",
    backend_type: "regular",
    model: modelName,
    endpoint: "chat",
  };
  const registry = new Registry(baseLabels, { numberFormat: "plain" });
  const httpLabels: Labels = { connection_mode: "http" };
  const ttft = registry.summary("smg_router_ttft_seconds", "Time to first token", quantiles, []);
  const tpot = registry.summary("smg_router_tpot_seconds", "Time per output token", quantiles, []);
  const duration = registry.histogram(
    "smg_router_request_duration_seconds",
    "Router request duration",
    durationEdges,
    [],
  );
  const requests = registry.counter("smg_router_requests_total", "Total routed requests", []);
  const errors = registry.counter("smg_router_request_errors_total", "Total router request errors", []);
  const tokens = registry.counter("smg_router_tokens_total", "Total tokens", []);
  const streaming: Labels = { ...httpLabels, streaming: "true" };
  const recordEnd = (request: EngineRequest): void => {
    if (!isAnswered(request)) {
      const error_type = request.finishReason === "abort" ? "cancelled" : "validation";
      return errors.add(1, { ...httpLabels, error_type });
    }
    duration.observe(measureGatewayTimes(request).e2e, httpLabels);
    const mean = measureRequestTimes(request).tpot;
    if (mean !== null) tpot.observe(mean);
    tokens.add(request.promptTokens, { token_type: "input" });
    tokens.add(request.generatedTokens, { token_type: "output" });
  };
  return {
    createHandlers: () => ({
      onArrival: () => requests.add(1, streaming),
      onToken: (request, _atMs, gapMs) => {
        if (gapMs === null) ttft.observe(measureGatewayTimes(request).ttft ?? 0);
      },
      onFinish: recordEnd,
    }),
    printMetrics: () => registry.print(),
    resetCounters: () => registry.reset(),
  };
}

export const sglangGateway: Exposition = {
  id: "sglang-gateway",
  title: "SGLang model gateway",
  scope: "deployment",
  port: 29000,
  path: "/metrics",
  create,
};
