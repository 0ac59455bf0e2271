import { experimentResultContract } from "@/lib/contracts/investigations/experiments";
import { route } from "@/lib/server/route";
import { getExperimentResult } from "@/lib/services/investigations/experiments/get-experiment-result";

export const GET = route({ contract: experimentResultContract }, getExperimentResult);
