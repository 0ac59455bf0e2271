/** Triton with any backend: requests and their durations, but no tokens. */
import type { Engine } from "@/lib/engines/definitions/engine";
import { tritonCaveats, tritonSignals } from "./signals";

/** Adapter for Triton: how its metrics are detected and read as signals. */
export const triton: Engine = {
  id: "triton",
  title: "Triton Inference Server",
  role: "engine",
  detectionMetrics: ["nv_inference_count"],
  metricNamesPattern: "nv_inference_.+",
  modelLabel: "model",
  signals: tritonSignals,
  activityCounter: { names: ["nv_inference_count"] },
  lowerPrecedenceThan: ["triton-trtllm", "vllm"],
  caveats: tritonCaveats,
};
