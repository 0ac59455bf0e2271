import { changeStateContract } from "@/lib/contracts/investigations/progress";
import { route } from "@/lib/server/route";
import { changeInvestigationState } from "@/lib/services/investigations/change-state";

export const POST = route({ contract: changeStateContract }, changeInvestigationState);
