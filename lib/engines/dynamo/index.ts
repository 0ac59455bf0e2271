/**
 * NVIDIA Dynamo's frontend: a gateway in front of vLLM, SGLang or TensorRT-LLM workers, which export metrics of the
 * same requests.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import { dynamoCaveats, dynamoSignals, frontendMetricNames } from "./signals";

/** Adapter for NVIDIA Dynamo's frontend: how its metrics are detected and read as signals. */
export const dynamo: Engine = {
  id: "dynamo",
  title: "NVIDIA Dynamo frontend",
  role: "gateway",
  // Not the request counter, because it also has models that clients requested but no worker serves.
  detectionMetrics: [
    ...frontendMetricNames("model_ready"),
    ...frontendMetricNames("time_to_first_token_seconds_count"),
    ...frontendMetricNames("output_tokens_total"),
    // Before its first request, a frontend exposes only the limits of its registered models.
    ...frontendMetricNames("model_context_length"),
  ],
  metricNamesPattern: "(?:dynamo_frontend|nv_llm_http_service)_.+",
  modelLabel: "model",
  signals: dynamoSignals,
  metricPresentBeforeRequests: { names: frontendMetricNames("model_context_length") },
  runningIncludesWaiting: true,
  activityCounter: {
    names: [...frontendMetricNames("requests_started_total"), ...frontendMetricNames("requests_total")],
    namesCoexist: true,
  },
  outcomeLabels: ["error_type"],
  caveats: dynamoCaveats,
};
