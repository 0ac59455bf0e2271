/** The LiteLLM proxy: a gateway before providers and engines, grouped by the model that clients ask for. */
import type { Engine } from "@/lib/engines/engine";
import { allRequests, litellmCaveats, litellmSignals, modelLabel } from "./signals";

export const litellm: Engine = {
  id: "litellm",
  title: "LiteLLM proxy",
  role: "gateway",
  detectionMetrics: allRequests.names,
  ownNames: "litellm_.+",
  modelLabel,
  signals: litellmSignals,
  arrivals: allRequests,
  caveats: litellmCaveats,
};
