/** SGLang's server: recognised by its running gauge, grouped by its model label. */
import type { Engine } from "@/lib/engines/engine";
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
  // Its scheduler tells its levels every half a minute while it idles.
  presentBeforeRequests: sglangRunning,
  usesChunkedPrefill: true,
  enabledBy: "Start SGLang with --enable-metrics.",
  caveats: sglangCaveats,
};
