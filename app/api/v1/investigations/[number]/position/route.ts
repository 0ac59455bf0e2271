import { goToStepContract } from "@/lib/contracts/investigations/progress";
import { route } from "@/lib/server/route";
import { goToStep } from "@/lib/services/investigations/steps/go-to-step";

export const POST = route({ contract: goToStepContract }, goToStep);
