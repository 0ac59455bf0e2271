/** A Dynamo worker with vLLM inside: the engine's own names with Dynamo's labels, and the component's beside them. */
import { requestTimes, isAnswered } from "./request-times";
import type { EngineState, Exposed, Exposition, Facts } from "./exposition";
import { Registry, type Labels } from "./registry";
import { exposeVllm } from "./vllm";

const place: Labels = {
  dynamo_namespace: "dynamo",
  dynamo_component: "backend",
  dynamo_endpoint: "generate",
};
const defaultEdges = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function create(facts: Facts): Exposed {
  const vllm = exposeVllm(facts, {
    hasHttp: false,
    addedLabels: () => ({ ...place, model: facts.modelName }),
  });
  const registry = new Registry(place, { numbers: "plain" });
  const name = (end: string): string => `dynamo_component_${end}`;
  const requests = registry.counter(
    name("requests_total"),
    "Total number of requests processed by work handler",
  );
  const duration = registry.histogram(
    name("request_duration_seconds"),
    "Time spent processing requests by work handler",
    defaultEdges,
  );
  const inflight = registry.gauge(name("inflight_requests"), "Requests being processed by work handler");
  const errors = registry.counter(
    name("errors_total"),
    "Total number of errors in work handler processing",
    [],
  );
  const usage = registry.gauge(
    name("kvstats_gpu_cache_usage_percent"),
    "GPU cache usage as a percentage (0.0-1.0)",
  );
  let inside = 0;
  return {
    listen: (engine) => {
      const own = vllm.listen(engine);
      return {
        ...own,
        onArrival: (request) => {
          own.onArrival?.(request);
          inside += 1;
        },
        onFinish: (request) => {
          own.onFinish?.(request);
          inside = Math.max(0, inside - 1);
          requests.add(1);
          duration.observe(requestTimes(request).e2e);
          if (!isAnswered(request)) errors.add(1, { error_type: "generate" });
        },
      };
    },
    print: (states: readonly EngineState[], nowMs) => {
      inflight.set(inside);
      usage.set(states[0]?.kvUsageRatio ?? 0);
      return vllm.print(states, nowMs) + registry.print();
    },
    restart: () => {
      vllm.restart();
      registry.reset();
    },
  };
}

export const dynamoWorker: Exposition = {
  id: "dynamo-worker",
  title: "NVIDIA Dynamo worker with vLLM",
  standing: "engine",
  port: 9090,
  path: "/metrics",
  create,
};
