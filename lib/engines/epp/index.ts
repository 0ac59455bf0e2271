/**
 * The endpoint picker (EPP) of llm-d and of the Gateway API inference extension: a gateway in front of a pool of
 * engines.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import { eppCaveats, eppSignals, requestMetric } from "./signals";

/**
 * Adapter for the endpoint picker of llm-d and the Gateway API: how its metrics are detected and read as
 * signals.
 */
export const epp: Engine = {
  id: "epp",
  title: "Endpoint picker (llm-d, Gateway API)",
  role: "gateway",
  detectionMetrics: requestMetric("total").names,
  metricNamesPattern: "(?:llm_d_epp|inference_(?:objective|pool|extension))_.+",
  modelLabel: "model_name",
  signals: eppSignals,
  runningIncludesWaiting: true,
  activityCounter: requestMetric("total"),
  caveats: eppCaveats,
};
