/** SGLang: request metrics count finished requests, scheduler metrics have the rank as labels. */
import type { EngineRequest } from "@/demo/simulator/engine/request";
import type {
  EngineState,
  MetricsExporter,
  Exposition,
  ExporterFacts,
} from "@/demo/simulator/exposition/exposition";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";
import { isAnswered, measureRequestTimes } from "@/demo/simulator/exposition/request-times";
import { sglangBucketEdges } from "./sglang-edges";
import { createSglangScheduler } from "./sglang-scheduler";

function create(facts: ExporterFacts, ranks: number): MetricsExporter {
  const baseLabels: Labels = { model_name: facts.modelName, engine_type: "unified" };
  const requests = requestSide(baseLabels);
  const scheduler = createSglangScheduler(facts, baseLabels, ranks);
  const http = httpSide();
  return {
    createHandlers: () => ({
      onArrival: http.recordArrival,
      onToken: (request, _atMs, gapMs) => {
        if (gapMs === null) {
          requests.recordFirstToken(request);
          scheduler.recordFirstToken(request);
        } else requests.recordGap(gapMs / 1000);
        scheduler.recordToken(request);
      },
      onFinish: (request) => {
        http.recordEnd(request);
        scheduler.recordEnd(request);
        requests.recordEnd(request);
      },
      onPreempt: scheduler.retracted,
      onStep: scheduler.recordStep,
      onMachineSample: scheduler.recordMachine,
    }),
    printMetrics: ([state]: readonly EngineState[]) => {
      if (state !== undefined) scheduler.gauges(state);
      return requests.registry.print() + scheduler.registry.print() + http.registry.print();
    },
    resetCounters: () => {
      for (const registry of [requests.registry, scheduler.registry, http.registry]) registry.reset();
    },
  };
}

function requestSide(baseLabels: Labels) {
  const registry = new Registry(baseLabels);
  const streaming: Labels = { is_streaming: "true" };
  const histogram = (name: keyof typeof sglangBucketEdges, help: string, known?: readonly Labels[]) =>
    registry.histogram(`sglang:${name}`, help, sglangBucketEdges[name], known);
  const counter = (name: string, help: string, known?: readonly Labels[]) =>
    registry.counter(`sglang:${name}`, help, known);
  const lengths = (name: string, help: string) =>
    registry.histogram(`sglang:${name}`, help, sglangBucketEdges.tokens_histogram);
  const ttft = histogram("time_to_first_token_seconds", "Histogram of time to first token in seconds.", [
    streaming,
  ]);
  const itl = histogram("inter_token_latency_seconds", "Histogram of inter-token latency in seconds.");
  const e2e = histogram("e2e_request_latency_seconds", "Histogram of End-to-end request latency in seconds", [
    streaming,
  ]);
  const prompt = counter("prompt_tokens_total", "Number of prefill tokens processed.", [streaming]);
  const output = counter("generation_tokens_total", "Number of generation tokens processed.", [streaming]);
  const finished = counter("num_requests_total", "Number of requests processed.", [streaming]);
  const aborted = counter("num_aborted_requests_total", "Number of requests aborted.");
  // SGLang counts cached tokens by source when a request reports its source, and under "total" only otherwise.
  const onDevice: Labels = { cache_source: "device" };
  const cached = counter("cached_tokens_total", "Number of cached prompt tokens by source.", [onDevice]);
  const promptLength = lengths("prompt_tokens_histogram", "Histogram of prompt token length.");
  const outputLength = lengths("generation_tokens_histogram", "Histogram of generation token length.");
  return {
    registry,
    recordFirstToken: (request: EngineRequest): void =>
      ttft.observe(measureRequestTimes(request).ttft ?? 0, streaming),
    // Here each step yields one token. SGLang would count k new tokens with a k-th of the gap each.
    recordGap: (seconds: number): void => itl.observe(seconds),
    recordEnd: (request: EngineRequest): void => {
      if (request.finishReason === "abort") aborted.add(1);
      if (!isAnswered(request)) return;
      finished.add(1, streaming);
      e2e.observe(measureRequestTimes(request).e2e, streaming);
      prompt.add(request.promptTokens, streaming);
      output.add(request.generatedTokens, streaming);
      cached.add(request.cachedTokens, onDevice);
      promptLength.observe(request.promptTokens);
      outputLength.observe(request.generatedTokens);
    },
  };
}

function httpSide() {
  const registry = new Registry({});
  const endpointLabels: Labels = { endpoint: "/v1/chat/completions", method: "POST" };
  const [ok, bad] = [
    { ...endpointLabels, status_code: "200" },
    { ...endpointLabels, status_code: "400" },
  ];
  const received = registry.counter("sglang:http_requests_total", "Total number of HTTP requests.", []);
  const responses = registry.counter("sglang:http_responses_total", "Total number of HTTP responses.", []);
  const active = registry.gauge(
    "sglang:http_requests_active",
    "Number of currently active HTTP requests.",
    [],
  );
  const inFlight = new Set<EngineRequest>();
  return {
    registry,
    recordArrival: (request: EngineRequest): void => {
      inFlight.add(request);
      received.add(1, endpointLabels);
      active.set(inFlight.size, endpointLabels);
    },
    recordEnd: (request: EngineRequest): void => {
      inFlight.delete(request);
      active.set(inFlight.size, endpointLabels);
      responses.add(1, request.finishReason === "error" ? bad : ok);
    },
  };
}

const common = { scope: "engine", port: 30000, path: "/metrics" } as const;

export const sglang: Exposition = {
  ...common,
  id: "sglang",
  title: "SGLang",
  create: (facts) => create(facts, 1),
};

/** SGLang with `--enable-metrics-for-all-schedulers`: a sum over ranks counts every request twice. */
export const sglangRanks: Exposition = {
  ...common,
  id: "sglang-ranks",
  title: "SGLang with two tensor-parallel ranks that both report",
  create: (facts) => create(facts, facts.firstEngine.gpuCount),
};
