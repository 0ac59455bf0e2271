import { rankHypothesesContract } from "@/lib/contracts/investigations/hypotheses";
import { route } from "@/lib/server/route";
import { rankHypotheses } from "@/lib/services/investigations/hypotheses/change-hypotheses";

export const POST = route({ contract: rankHypothesesContract }, rankHypotheses);
