import { decideExperimentContract } from "@/lib/contracts/investigations/experiments";
import { route } from "@/lib/server/route";
import { decideExperiment } from "@/lib/services/investigations/experiments/decide-experiment";

export const POST = route({ contract: decideExperimentContract }, decideExperiment);
