/** SGLang's model gateway (sgl-model-gateway): routes requests to workers that may be scraped as engines as well. */
import type { Engine } from "@/lib/engines/definitions/engine";
import { sglangGatewayCaveats, sglangGatewaySignals } from "./signals";

/** Adapter for the SGLang model gateway: how its metrics are detected and read as signals. */
export const sglangGateway: Engine = {
  id: "sglang-gateway",
  title: "SGLang model gateway",
  role: "gateway",
  detectionMetrics: ["smg_router_requests_total"],
  metricNamesPattern: "smg_.+",
  modelLabel: "model",
  signals: sglangGatewaySignals,
  activityCounter: { names: ["smg_router_requests_total"] },
  caveats: sglangGatewayCaveats,
};
