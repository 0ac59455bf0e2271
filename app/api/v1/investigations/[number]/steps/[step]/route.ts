import { saveStepContract } from "@/lib/contracts/investigations/progress";
import { route } from "@/lib/server/route";
import { saveStep } from "@/lib/services/investigations/steps/save-step";

export const PATCH = route({ contract: saveStepContract }, saveStep);
