import { goalCheckContract } from "@/lib/contracts/investigations/goal-check";
import { route } from "@/lib/server/route";
import { getGoalCheck } from "@/lib/services/investigations/goal-check/get-goal-check";

export const GET = route({ contract: goalCheckContract }, getGoalCheck);
