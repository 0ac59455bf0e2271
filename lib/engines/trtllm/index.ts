/**
 * trtllm-serve, the OpenAI-compatible server of TensorRT-LLM. One setting exposes its request metrics, and a second
 * setting its iteration metrics. Metrics of either kind identify it.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import { finishReasonLabels } from "@/lib/engines/definitions/outcomes";
import { trtllmCaveats, trtllmSignals } from "./signals";

/** Adapter for `trtllm-serve`: how its metrics are detected and read as signals. */
export const trtllm: Engine = {
  id: "trtllm",
  title: "TensorRT-LLM (trtllm-serve)",
  role: "engine",
  detectionMetrics: [
    "trtllm_num_requests_running",
    "trtllm:num_requests_running",
    "trtllm_request_success_total",
  ],
  metricNamesPattern: "trtllm[_:].+",
  modelLabel: "model_name",
  signals: trtllmSignals,
  activityCounter: { names: ["trtllm_request_success_total", "trtllm:e2e_request_latency_seconds_count"] },
  howToEnableMetrics:
    "Set return_perf_metrics: true and enable_iter_perf_stats: true in trtllm-serve's configuration and scrape /prometheus/metrics. Its /metrics returns JSON.",
  // Each metric has one part of the configuration as labels. Which of the metrics are sent depends on the
  // configuration.
  infoMetrics: ["model", "parallel", "speculative", "kv_cache"].map((part) => ({
    metric: { names: [`trtllm_${part}_config_info`] },
  })),
  finishReasonLabel: "finished_reason",
  outcomeLabels: finishReasonLabels,
  caveats: trtllmCaveats,
};
