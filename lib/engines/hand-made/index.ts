/**
 * A service that was instrumented manually, with the metric names of common tutorials: `llm_ttft_seconds` and
 * similar.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import { handmadeCaveats, handmadeSignals } from "./signals";

/**
 * Adapter for services whose metrics are named `llm_*`: how these metrics are detected and read as signals.
 */
export const handmade: Engine = {
  id: "hand-made",
  title: "Manually instrumented service",
  role: "engine",
  detectionMetrics: ["llm_ttft_seconds_count", "llm_tpot_seconds_count"],
  metricNamesPattern: "llm_(ttft|tpot|requests|errors|memory)_.+",
  modelLabel: null,
  signals: handmadeSignals,
  activityCounter: { names: ["llm_requests_total"] },
  caveats: handmadeCaveats,
};
