/** The LiteLLM proxy: a gateway in front of providers and engines, grouped by the requested model. */
import type { Engine } from "@/lib/engines/definitions/engine";
import { allRequestsMetric, litellmCaveats, litellmSignals, requestedModelLabel } from "./signals";

/** Adapter for the LiteLLM proxy: how its metrics are detected and read as signals. */
export const litellm: Engine = {
  id: "litellm",
  title: "LiteLLM proxy",
  role: "gateway",
  // Not the counter of all requests, because it also has models that clients requested but no upstream serves.
  detectionMetrics: ["litellm_request_total_latency_metric_count", "litellm_output_tokens_metric_total"],
  metricNamesPattern: "litellm_.+",
  modelLabel: requestedModelLabel,
  signals: litellmSignals,
  activityCounter: allRequestsMetric,
  caveats: litellmCaveats,
};
