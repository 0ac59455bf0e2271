import { addHypothesisContract } from "@/lib/contracts/investigations/hypotheses";
import { route } from "@/lib/server/route";
import { addHypothesis } from "@/lib/services/investigations/hypotheses/change-hypotheses";

export const POST = route({ contract: addHypothesisContract, chooseStatus: () => 201 }, addHypothesis);
