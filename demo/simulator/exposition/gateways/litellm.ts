/** LiteLLM proxy: requests by API key, with total latency and upstream latency in separate histograms. */
import type { EngineRequest } from "@/demo/simulator/engine/request";
import { chooseConsumer } from "@/demo/simulator/exposition/consumer";
import type { MetricsExporter, Exposition, ExporterFacts } from "@/demo/simulator/exposition/exposition";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";
import { measureGatewayTimes, isAnswered } from "@/demo/simulator/exposition/request-times";

const latencyEdges = [
  0.005, 0.00625, 0.0125, 0.025, 0.05, 0.1, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8,
  8.5, 9, 9.5, 10, 15, 20, 25, 30, 60, 120, 180, 240, 300,
];

interface RequestLabels {
  readonly key: Labels;
  readonly call: Labels;
  readonly deployment: Labels;
}

function labelsOf(request: EngineRequest, { modelName, deploymentName }: ExporterFacts): RequestLabels {
  const consumer = chooseConsumer(request);
  const key: Labels = {
    hashed_api_key: `${consumer}-88dc28d0f030c55e`,
    api_key_alias: `${consumer}-key`,
    team: `team-${consumer}`,
    team_alias: consumer,
    end_user: "",
    user: "default_user_id",
  };
  return {
    key,
    call: { ...key, model: `openai/${modelName}`, requested_model: modelName },
    deployment: {
      ...key,
      litellm_model_name: `openai/${modelName}`,
      model_id: `${deploymentName}-1`,
      api_base: `http://${deploymentName}:8000/v1`,
      api_provider: "openai",
    },
  };
}

function create(facts: ExporterFacts): MetricsExporter {
  const registry = new Registry({});
  const histogram = (name: string, help: string) =>
    registry.histogram(`litellm_${name}`, help, latencyEdges, []);
  const counter = (name: string, help: string) => registry.counter(`litellm_${name}_metric_total`, help, []);
  const ttft = histogram("llm_api_time_to_first_token_metric", "Time to first token for the LLM API call");
  const upstream = histogram("llm_api_latency_metric", "Total latency (seconds) for the LLM API call");
  const total = histogram("request_total_latency_metric", "Total latency (seconds) for a request to LiteLLM");
  const perToken = histogram("deployment_latency_per_output_token", "Latency per output token");
  const queue = histogram("request_queue_time_seconds", "Time a request waited before it was handled");
  const requests = counter("proxy_total_requests", "Total number of requests made to the proxy server");
  const failed = counter("proxy_failed_requests", "Total number of failed responses from the proxy");
  const input = counter("input_tokens", "Total number of input tokens from LLM requests");
  const output = counter("output_tokens", "Total number of output tokens from LLM requests");
  const recordEnd = (request: EngineRequest): void => {
    const { key, call, deployment } = labelsOf(request, facts);
    const { admission, e2e } = measureGatewayTimes(request);
    const status = statusOf(request);
    requests.add(1, { ...key, requested_model: facts.modelName, status_code: status });
    queue.observe(admission, call);
    if (!isAnswered(request)) {
      const exception_class = status === "400" ? "ContextWindowExceededError" : "CancelledError";
      return failed.add(1, {
        ...key,
        requested_model: facts.modelName,
        exception_status: status,
        exception_class,
      });
    }
    total.observe(e2e, call);
    upstream.observe(e2e - admission, call);
    perToken.observe((e2e - admission) / request.generatedTokens, deployment);
    input.add(request.promptTokens, call);
    output.add(request.generatedTokens, call);
  };
  return {
    createHandlers: () => ({
      onToken: (request, _atMs, gapMs) => {
        if (gapMs !== null) return;
        const { ttft: first, admission } = measureGatewayTimes(request);
        // The proxy starts this timer with its call to the engine, not with the caller's request.
        ttft.observe((first ?? 0) - admission, labelsOf(request, facts).call);
      },
      onFinish: recordEnd,
    }),
    printMetrics: () => registry.print(),
    resetCounters: () => registry.reset(),
  };
}

function statusOf(request: EngineRequest): string {
  if (isAnswered(request)) return "200";
  return request.finishReason === "abort" ? "499" : "400";
}

export const litellm: Exposition = {
  id: "litellm",
  title: "LiteLLM proxy",
  scope: "deployment",
  port: 4000,
  path: "/metrics/",
  create,
};
