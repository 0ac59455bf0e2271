/** A service with custom metrics, instrumented with Python's client library and its default bucket edges. */
import type { MetricsExporter, Exposition } from "@/demo/simulator/exposition/exposition";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";
import { isAnswered, measureRequestTimes } from "@/demo/simulator/exposition/request-times";

const defaultEdges = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const vram: Labels = { memory_type: "vram" };
const megabyte = 1e6;

function create(): MetricsExporter {
  const registry = new Registry({});
  const ttft = registry.histogram("llm_ttft_seconds", "Time to first token", defaultEdges);
  const tpot = registry.histogram("llm_tpot_seconds", "Time per output token", defaultEdges);
  const memory = registry.gauge("llm_memory_usage_megabytes", "Memory in use", [vram]);
  const requests = registry.counter("llm_requests_total", "Requests");
  const errors = registry.counter("llm_errors_total", "Errors");
  return {
    createHandlers: () => ({
      onArrival: () => requests.add(1),
      onToken: (request, _atMs, gapMs) => {
        if (gapMs === null) ttft.observe(measureRequestTimes(request).ttft ?? 0);
      },
      onFinish: (request) => {
        if (!isAnswered(request)) return errors.add(1);
        const mean = measureRequestTimes(request).tpot;
        if (mean !== null) tpot.observe(mean);
      },
      onMachineSample: ({ gpuMemoryUsedBytes }) => memory.set(gpuMemoryUsedBytes / megabyte, vram),
    }),
    printMetrics: () => registry.print(),
    resetCounters: () => registry.reset(),
  };
}

export const customMetrics: Exposition = {
  id: "hand-made",
  title: "Custom metrics of a FastAPI service",
  scope: "engine",
  port: 8000,
  path: "/metrics",
  create,
};
