import { editExperimentContract, removeExperimentContract } from "@/lib/contracts/investigations/experiments";
import { route } from "@/lib/server/route";
import { editExperiment } from "@/lib/services/investigations/experiments/change-experiments";
import { removeExperiment } from "@/lib/services/investigations/experiments/remove-experiment";

export const PATCH = route({ contract: editExperimentContract }, editExperiment);
export const DELETE = route({ contract: removeExperimentContract }, removeExperiment);
