/** SGLang's server: recognized by its running gauge, grouped by its model label. */
import type { Engine } from "@/lib/engines/definitions/engine";
import { sglangCaveats } from "./caveats";
import { sglangRunning, sglangSignals } from "./signals";

export const sglang: Engine = {
  id: "sglang",
  title: "SGLang",
  role: "engine",
  detectionMetrics: ["sglang:num_running_reqs"],
  metricNamesPattern: "sglang:.+",
  modelLabel: "model_name",
  signals: sglangSignals,
  arrivals: {
    names: ["sglang:realtime_tokens_total", "sglang:prompt_tokens_total"],
    namesCoexist: true,
  },
  // Its scheduler reports its gauges every 30 s while idle.
  presentBeforeRequests: sglangRunning,
  usesChunkedPrefill: true,
  enabledBy: "Start SGLang with --enable-metrics.",
  caveats: sglangCaveats,
};
