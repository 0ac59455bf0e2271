/** NVIDIA Dynamo's frontend: a gateway before vLLM, SGLang or TensorRT-LLM workers, which export the same requests again. */
import type { Engine } from "@/lib/engines/engine";
import { dynamoCaveats, dynamoSignals, names } from "./signals";

export const dynamo: Engine = {
  id: "dynamo",
  title: "NVIDIA Dynamo frontend",
  role: "gateway",
  // Not the count of requests: it also names every model that a client asked for and nobody serves.
  detectionMetrics: [
    ...names("model_ready"),
    ...names("time_to_first_token_seconds_count"),
    ...names("output_tokens_total"),
    // Of a frontend that nobody has asked yet, the limits of the models it was told of are all there is.
    ...names("model_context_length"),
  ],
  metricNamesPattern: "(?:dynamo_frontend|nv_llm_http_service)_.+",
  modelLabel: "model",
  signals: dynamoSignals,
  presentBeforeRequests: { names: names("model_context_length") },
  arrivals: { names: [...names("requests_started_total"), ...names("requests_total")], namesCoexist: true },
  caveats: dynamoCaveats,
};
