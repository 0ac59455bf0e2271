/**
 * NVIDIA Dynamo's frontend: a gateway in front of vLLM, SGLang or TensorRT-LLM workers, which export metrics of the
 * same requests.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import { dynamoCaveats, dynamoSignals, names } from "./signals";

export const dynamo: Engine = {
  id: "dynamo",
  title: "NVIDIA Dynamo frontend",
  role: "gateway",
  // Not the request counter, because it also has models that clients requested but no worker serves.
  detectionMetrics: [
    ...names("model_ready"),
    ...names("time_to_first_token_seconds_count"),
    ...names("output_tokens_total"),
    // Before its first request, a frontend exposes only the limits of its registered models.
    ...names("model_context_length"),
  ],
  metricNamesPattern: "(?:dynamo_frontend|nv_llm_http_service)_.+",
  modelLabel: "model",
  signals: dynamoSignals,
  presentBeforeRequests: { names: names("model_context_length") },
  arrivals: { names: [...names("requests_started_total"), ...names("requests_total")], namesCoexist: true },
  caveats: dynamoCaveats,
};
