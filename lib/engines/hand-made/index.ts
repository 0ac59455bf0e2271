/** A service that was instrumented by hand, under the names that tutorials use: `llm_ttft_seconds` and its kin. */
import type { Engine } from "@/lib/engines/engine";
import { handmadeCaveats, handmadeSignals } from "./signals";

export const handmade: Engine = {
  id: "hand-made",
  title: "Hand-made service",
  role: "engine",
  detectionMetrics: ["llm_ttft_seconds_count", "llm_tpot_seconds_count"],
  metricNamesPattern: "llm_(ttft|tpot|requests|errors|memory)_.+",
  modelLabel: null,
  signals: handmadeSignals,
  arrivals: { names: ["llm_requests_total"] },
  caveats: handmadeCaveats,
};
