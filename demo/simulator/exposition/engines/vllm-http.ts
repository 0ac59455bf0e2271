/**
 * HTTP metrics of prometheus_fastapi_instrumentator in vLLM's API server: the only metrics that count rejected
 * requests.
 */
import type { EngineRequest } from "@/demo/simulator/engine/request";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";
import { measureRequestTimes } from "@/demo/simulator/exposition/request-times";

/** Labels of the endpoint that all requests use. */
export const endpointLabels: Labels = { handler: "/v1/chat/completions", method: "POST" };
/** Labels of requests that the server answered. */
export const successLabels: Labels = { ...endpointLabels, status: "2xx" };
const errorLabels: Labels = { ...endpointLabels, status: "4xx" };
/** The library's default edges for series with a handler label. */
export const httpDurationEdges = [0.1, 0.5, 1] as const;

/** Registers the HTTP metrics and returns their registry and a function that counts a finished request. */
export function createVllmHttpMetrics() {
  const registry = new Registry({});
  const requests = registry.counter(
    "http_requests_total",
    "Total number of requests by method, status and handler.",
    [],
  );
  const duration = registry.histogram(
    "http_request_duration_seconds",
    "Latency with only few buckets by handler.",
    httpDurationEdges,
    [],
  );
  return {
    registry,
    // A client that disconnected early still received status 200 with the first bytes of the stream.
    recordEnd: (request: EngineRequest): void => {
      requests.add(1, request.finishReason === "error" ? errorLabels : successLabels);
      duration.observe(measureRequestTimes(request).e2e, endpointLabels);
    },
  };
}
