import { editExperimentContract } from "@/lib/contracts/investigations/experiments";
import { route } from "@/lib/server/route";
import { editExperiment } from "@/lib/services/investigations/experiments/change-experiments";

export const PATCH = route({ contract: editExperimentContract }, editExperiment);
