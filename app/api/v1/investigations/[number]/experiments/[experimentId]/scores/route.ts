import { addExperimentScoreContract } from "@/lib/contracts/investigations/experiments";
import { route } from "@/lib/server/route";
import { addExperimentScore } from "@/lib/services/investigations/experiments/decide-experiment";

export const POST = route(
  { contract: addExperimentScoreContract, chooseStatus: () => 201 },
  addExperimentScore,
);
