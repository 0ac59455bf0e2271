/** Hugging Face Text Generation Inference: its series carry no label of their own, so that the scrape job stands for the model. */
import type { Engine } from "@/lib/engines/engine";
import { tgiCaveats, tgiSignals } from "./signals";

export const tgi: Engine = {
  id: "tgi",
  title: "Text Generation Inference",
  role: "engine",
  detectionMetrics: ["tgi_queue_size", "tgi_request_count"],
  metricNamesPattern: "tgi_.+",
  modelLabel: null,
  signals: tgiSignals,
  arrivals: { names: ["tgi_request_count"] },
  progress: { names: ["tgi_batch_inference_count"] },
  caveats: tgiCaveats,
};
