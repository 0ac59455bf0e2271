/** The value of the symptom's signal by model, for metrics with a label that names the model. */
import { engineOfDeployment } from "@/lib/engines";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import type { DataCollector } from "./data-collector";
import { readSplitValues } from "./split-values";

/** Collects the value of the goal's signal for each model. Without a goal, the signal is TTFT p95. */
export const modelScope: DataCollector = {
  title: "Values by model",
  read: async (request) => {
    const { deployment, principal } = request;
    const resolved = await resolveDeployment(deployment.slug, principal.sourceScope);
    const { modelLabel, title } = engineOfDeployment(resolved);
    if (modelLabel === null)
      return {
        reason: `The metrics of ${title} have no label that names the model, so all values are of one model.`,
        stale: null,
      };
    return readSplitValues(request, { label: modelLabel, noun: "models" });
  },
};
