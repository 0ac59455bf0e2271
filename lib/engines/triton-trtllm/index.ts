/** Triton with the TensorRT-LLM backend, recognized by the metrics of its batch manager. */
import type { Engine } from "@/lib/engines/definitions/engine";
import { tritonTrtllmCaveats, tritonTrtllmSignals } from "./signals";

/** Adapter for Triton with the TensorRT-LLM backend: how its metrics are detected and read as signals. */
export const tritonTrtllm: Engine = {
  id: "triton-trtllm",
  title: "Triton with TensorRT-LLM",
  role: "engine",
  detectionMetrics: ["nv_trt_llm_request_metrics"],
  metricNamesPattern: "nv_(inference|trt_llm)_.+",
  modelLabel: "model",
  signals: tritonTrtllmSignals,
  activityCounter: { names: ["nv_inference_count"] },
  caveats: tritonTrtllmCaveats,
};
