import { changeStepStateContract } from "@/lib/contracts/investigations/progress";
import { route } from "@/lib/server/route";
import { changeStepState } from "@/lib/services/investigations/steps/change-step-state";

export const POST = route({ contract: changeStepStateContract }, changeStepState);
