/** SGLang: the request side counts when a request finishes, the scheduler side speaks with its ranks as labels. */
import type { Request } from "../engine/request";
import type { EngineState, Exposed, Exposition, Facts } from "./exposition";
import { Registry, type Labels } from "./registry";
import { isAnswered, requestTimes } from "./request-times";
import { sglangEdges } from "./sglang-edges";
import { sglangScheduler } from "./sglang-scheduler";

function create(facts: Facts, ranks: number): Exposed {
  const own: Labels = { model_name: facts.modelName, engine_type: "unified" };
  const requests = requestSide(own);
  const scheduler = sglangScheduler(facts, own, ranks);
  const http = httpSide();
  return {
    listen: () => ({
      onArrival: http.arrived,
      onToken: (request, _atMs, gapMs) => {
        if (gapMs === null) {
          requests.first(request);
          scheduler.first(request);
        } else requests.gap(gapMs / 1000);
        scheduler.token(request);
      },
      onFinish: (request) => {
        http.ended(request);
        scheduler.ended(request);
        requests.ended(request);
      },
      onPreempt: scheduler.retracted,
      onStep: scheduler.stepped,
      onMachine: scheduler.measured,
    }),
    print: ([state]: readonly EngineState[]) => {
      if (state !== undefined) scheduler.gauges(state);
      return requests.registry.print() + scheduler.registry.print() + http.registry.print();
    },
    restart: () => {
      for (const registry of [requests.registry, scheduler.registry, http.registry]) registry.reset();
    },
  };
}

function requestSide(own: Labels) {
  const registry = new Registry(own);
  const streaming: Labels = { is_streaming: "true" };
  const histogram = (name: keyof typeof sglangEdges, help: string, known?: readonly Labels[]) =>
    registry.histogram(`sglang:${name}`, help, sglangEdges[name], known);
  const counter = (name: string, help: string, known?: readonly Labels[]) =>
    registry.counter(`sglang:${name}`, help, known);
  const lengths = (name: string, help: string) =>
    registry.histogram(`sglang:${name}`, help, sglangEdges.tokens_histogram);
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
  // Where a request tells the caches it was found in, they are counted; "total" stands for requests that do not, never beside them.
  const onDevice: Labels = { cache_source: "device" };
  const cached = counter("cached_tokens_total", "Number of cached prompt tokens by source.", [onDevice]);
  const promptLength = lengths("prompt_tokens_histogram", "Histogram of prompt token length.");
  const outputLength = lengths("generation_tokens_histogram", "Histogram of generation token length.");
  return {
    registry,
    first: (request: Request): void => ttft.observe(requestTimes(request).ttft ?? 0, streaming),
    // A step brings one token here; of k new tokens each would count with a k-th of the gap.
    gap: (seconds: number): void => itl.observe(seconds),
    ended: (request: Request): void => {
      if (request.finishReason === "abort") aborted.add(1);
      if (!isAnswered(request)) return;
      finished.add(1, streaming);
      e2e.observe(requestTimes(request).e2e, streaming);
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
  const door: Labels = { endpoint: "/v1/chat/completions", method: "POST" };
  const [ok, bad] = [
    { ...door, status_code: "200" },
    { ...door, status_code: "400" },
  ];
  const taken = registry.counter("sglang:http_requests_total", "Total number of HTTP requests.", []);
  const answers = registry.counter("sglang:http_responses_total", "Total number of HTTP responses.", []);
  const active = registry.gauge(
    "sglang:http_requests_active",
    "Number of currently active HTTP requests.",
    [],
  );
  const inside = new Set<Request>();
  return {
    registry,
    arrived: (request: Request): void => {
      inside.add(request);
      taken.add(1, door);
      active.set(inside.size, door);
    },
    ended: (request: Request): void => {
      inside.delete(request);
      active.set(inside.size, door);
      answers.add(1, request.finishReason === "error" ? bad : ok);
    },
  };
}

const common = { standing: "engine", port: 30000, path: "/metrics" } as const;

export const sglang: Exposition = {
  ...common,
  id: "sglang",
  title: "SGLang",
  create: (facts) => create(facts, 1),
};

/** Started with `--enable-metrics-for-all-schedulers`: a sum over ranks counts every request twice. */
export const sglangRanks: Exposition = {
  ...common,
  id: "sglang-ranks",
  title: "SGLang with two tensor-parallel ranks that both tell",
  create: (facts) => create(facts, facts.engine.gpuCount),
};
