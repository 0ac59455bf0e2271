/** Hugging Face Text Generation Inference. Its series have no model label, so the scrape job identifies the model. */
import type { Engine } from "@/lib/engines/definitions/engine";
import { tgiCaveats, tgiSignals } from "./signals";

/** Adapter for Text Generation Inference: how its metrics are detected and read as signals. */
export const tgi: Engine = {
  id: "tgi",
  title: "Text Generation Inference",
  role: "engine",
  detectionMetrics: ["tgi_queue_size", "tgi_request_count"],
  metricNamesPattern: "tgi_.+",
  modelLabel: null,
  signals: tgiSignals,
  outcomeLabels: ["err"],
  activityCounter: { names: ["tgi_request_count"] },
  progressMetric: { names: ["tgi_batch_inference_count"] },
  caveats: tgiCaveats,
};
