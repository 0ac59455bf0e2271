/** llama.cpp's server: counters and gauges without a model label, so the scrape job identifies the model. */
import type { Engine } from "@/lib/engines/definitions/engine";
import { llamaCppCaveats, llamaCppSignals } from "./signals";

/** Adapter for llama.cpp: how its metrics are detected and read as signals. */
export const llamaCpp: Engine = {
  id: "llama-cpp",
  title: "llama.cpp",
  role: "engine",
  detectionMetrics: ["llamacpp:requests_processing"],
  metricNamesPattern: "llamacpp:.+",
  modelLabel: null,
  signals: llamaCppSignals,
  activityCounter: { names: ["llamacpp:tokens_predicted_total"] },
  progressMetric: { names: ["llamacpp:n_decode_total"] },
  howToEnableMetrics: "Start llama-server with --metrics.",
  caveats: llamaCppCaveats,
};
