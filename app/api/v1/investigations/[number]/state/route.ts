import { changeStateContract } from "@/lib/contracts/investigations/progress";
import { route } from "@/lib/server/route";
import { changeState } from "@/lib/services/investigations/change-state";

export const POST = route({ contract: changeStateContract }, changeState);
