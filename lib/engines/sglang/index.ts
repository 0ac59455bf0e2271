/** SGLang's server: recognized by its running gauge, grouped by its model label. */
import type { Engine } from "@/lib/engines/definitions/engine";
import { sglangCaveats } from "./caveats";
import { sglangRunningRequests, sglangSignals } from "./signals";

/** Adapter for SGLang: how its metrics are detected and read as signals. */
export const sglang: Engine = {
  id: "sglang",
  title: "SGLang",
  role: "engine",
  detectionMetrics: ["sglang:num_running_reqs"],
  metricNamesPattern: "sglang:.+",
  modelLabel: "model_name",
  signals: sglangSignals,
  activityCounter: {
    names: ["sglang:realtime_tokens_total", "sglang:prompt_tokens_total"],
    namesCoexist: true,
  },
  // Its scheduler reports its gauges every 30 s while idle.
  metricPresentBeforeRequests: sglangRunningRequests,
  usesChunkedPrefill: true,
  howToEnableMetrics: "Start SGLang with --enable-metrics.",
  caveats: sglangCaveats,
};
