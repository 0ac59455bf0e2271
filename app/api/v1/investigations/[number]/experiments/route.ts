import { addExperimentContract } from "@/lib/contracts/investigations/experiments";
import { route } from "@/lib/server/route";
import { addExperiment } from "@/lib/services/investigations/experiments/change-experiments";

export const POST = route({ contract: addExperimentContract, chooseStatus: () => 201 }, addExperiment);
