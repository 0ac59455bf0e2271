import { approveExperimentContract } from "@/lib/contracts/investigations/experiments";
import { route } from "@/lib/server/route";
import { approveExperiment } from "@/lib/services/investigations/experiments/approve-experiment";

export const POST = route({ contract: approveExperimentContract }, approveExperiment);
