/** The LiteLLM proxy: a gateway before providers and engines, grouped by the model that clients ask for. */
import type { Engine } from "@/lib/engines/engine";
import { allRequests, litellmCaveats, litellmSignals, modelLabel } from "./signals";

export const litellm: Engine = {
  id: "litellm",
  title: "LiteLLM proxy",
  role: "gateway",
  // Not the count of all requests: it also names what clients asked for and no upstream serves.
  detectionMetrics: ["litellm_request_total_latency_metric_count", "litellm_output_tokens_metric_total"],
  metricNamesPattern: "litellm_.+",
  modelLabel,
  signals: litellmSignals,
  arrivals: allRequests,
  caveats: litellmCaveats,
};
