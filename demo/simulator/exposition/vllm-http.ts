/** What prometheus_fastapi_instrumentator counts at vLLM's door: the only place where refusals show. */
import type { Request } from "../engine/request";
import { Registry, type Labels } from "./registry";
import { requestTimes } from "./request-times";

const endpointLabels: Labels = { handler: "/v1/chat/completions", method: "POST" };
const successLabels: Labels = { ...endpointLabels, status: "2xx" };
const errorLabels: Labels = { ...endpointLabels, status: "4xx" };
/** The library's own for its series by handler. */
const edges = [0.1, 0.5, 1];

export function vllmHttp() {
  const registry = new Registry({});
  const requests = registry.counter(
    "http_requests_total",
    "Total number of requests by method, status and handler.",
    [],
  );
  const duration = registry.histogram(
    "http_request_duration_seconds",
    "Latency with only few buckets by handler.",
    edges,
    [],
  );
  return {
    registry,
    // A client that went away before its answer still got its 200 with the first bytes of the stream.
    recordEnd: (request: Request): void => {
      requests.add(1, request.finishReason === "error" ? errorLabels : successLabels);
      duration.observe(requestTimes(request).e2e, endpointLabels);
    },
  };
}
