import { changeExperimentStateContract } from "@/lib/contracts/investigations/experiments";
import { route } from "@/lib/server/route";
import { changeExperimentState } from "@/lib/services/investigations/experiments/change-experiment-state";

export const POST = route({ contract: changeExperimentStateContract }, changeExperimentState);
