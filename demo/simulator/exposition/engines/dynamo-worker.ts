/** A Dynamo worker with vLLM inside: vLLM's metrics with Dynamo's labels, plus the component's metrics. */
import { measureRequestTimes, isAnswered } from "@/demo/simulator/exposition/request-times";
import type {
  EngineState,
  MetricsExporter,
  Exposition,
  ExporterFacts,
} from "@/demo/simulator/exposition/exposition";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";
import { createVllmExporter } from "./vllm";

const componentLabels: Labels = {
  dynamo_namespace: "dynamo",
  dynamo_component: "backend",
  dynamo_endpoint: "generate",
};
const defaultEdges = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function create(facts: ExporterFacts): MetricsExporter {
  const vllm = createVllmExporter(facts, {
    hasHttpMetrics: false,
    addedLabels: () => ({ ...componentLabels, model: facts.modelName }),
  });
  const registry = new Registry(componentLabels, { numberFormat: "plain" });
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
  let inFlight = 0;
  return {
    createHandlers: (engine) => {
      const engineListener = vllm.createHandlers(engine);
      return {
        ...engineListener,
        onArrival: (request) => {
          engineListener.onArrival?.(request);
          inFlight += 1;
        },
        onFinish: (request) => {
          engineListener.onFinish?.(request);
          inFlight = Math.max(0, inFlight - 1);
          requests.add(1);
          duration.observe(measureRequestTimes(request).e2e);
          if (!isAnswered(request)) errors.add(1, { error_type: "generate" });
        },
      };
    },
    printMetrics: (states: readonly EngineState[], nowMs) => {
      inflight.set(inFlight);
      usage.set(states[0]?.kvUsageRatio ?? 0);
      return vllm.printMetrics(states, nowMs) + registry.print();
    },
    resetCounters: () => {
      vllm.resetCounters();
      registry.reset();
    },
  };
}

export const dynamoWorker: Exposition = {
  id: "dynamo-worker",
  title: "NVIDIA Dynamo worker with vLLM",
  scope: "engine",
  port: 9090,
  path: "/metrics",
  create,
};
