/** OpenTelemetry GenAI metrics as a collector exports them to Prometheus: server and client side. */
import type { EngineRequest } from "@/demo/simulator/engine/request";
import type { MetricsExporter, Exposition, ExporterFacts } from "@/demo/simulator/exposition/exposition";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";
import {
  measureGatewayTimes,
  isAnswered,
  measureRequestTimes,
} from "@/demo/simulator/exposition/request-times";

const ttftEdges = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const tpotEdges = [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5];
const durationEdges = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];
/** Powers of four, from 1 to 67,108,864. */
const tokenEdges = Array.from({ length: 14 }, (_, index) => 4 ** index);

function create({ modelName, deploymentName }: ExporterFacts): MetricsExporter {
  const baseLabels: Labels = {
    gen_ai_operation_name: "chat",
    gen_ai_provider_name: "openai",
    gen_ai_request_model: modelName,
    gen_ai_response_model: modelName,
    server_address: deploymentName,
    server_port: "8000",
  };
  const registry = new Registry(baseLabels, { numberFormat: "plain" });
  const histogram = (name: string, help: string, edges: readonly number[]) =>
    registry.histogram(`gen_ai_${name}`, help, edges, []);
  const ttft = histogram("server_time_to_first_token_seconds", "Time to generate first token", ttftEdges);
  const tpot = histogram(
    "server_time_per_output_token_seconds",
    "Time per output token after the first",
    tpotEdges,
  );
  const serverDuration = histogram(
    "server_request_duration_seconds",
    "Duration of the request on the server",
    durationEdges,
  );
  const clientDuration = histogram(
    "client_operation_duration_seconds",
    "Duration of the operation",
    durationEdges,
  );
  const firstChunk = histogram(
    "client_operation_time_to_first_chunk_seconds",
    "Time to the first chunk of a streamed response",
    durationEdges,
  );
  const perChunk = histogram(
    "client_operation_time_per_output_chunk_seconds",
    "Time between chunks of a streamed response",
    durationEdges,
  );
  const usage = histogram("client_token_usage", "Number of tokens used", tokenEdges);
  const [input, output] = [{ gen_ai_token_type: "input" }, { gen_ai_token_type: "output" }];
  const recordEnd = (request: EngineRequest): void => {
    const times = measureRequestTimes(request);
    const error = errorOf(request);
    serverDuration.observe(times.e2e, error);
    clientDuration.observe(measureGatewayTimes(request).e2e, error);
    if (!isAnswered(request)) return;
    if (times.tpot !== null) tpot.observe(times.tpot);
    usage.observe(request.promptTokens, input);
    usage.observe(request.generatedTokens, output);
  };
  return {
    createHandlers: () => ({
      onToken: (request, _atMs, gapMs) => {
        if (gapMs !== null) return perChunk.observe(gapMs / 1000);
        ttft.observe(measureRequestTimes(request).ttft ?? 0);
        firstChunk.observe(measureGatewayTimes(request).ttft ?? 0);
      },
      onFinish: recordEnd,
    }),
    printMetrics: () => registry.print(),
    resetCounters: () => registry.reset(),
  };
}

/** The label is absent, not empty, for a successful request. */
function errorOf(request: EngineRequest): Labels {
  if (isAnswered(request)) return noError;
  return request.finishReason === "abort" ? cancelled : tooLong;
}

const noError: Labels = {};
const cancelled: Labels = { error_type: "cancelled" };
const tooLong: Labels = { error_type: "400" };

export const otelGenAi: Exposition = {
  id: "otel-genai",
  title: "OpenTelemetry GenAI conventions",
  scope: "deployment",
  port: 8889,
  path: "/metrics",
  create,
};
