import { editHypothesisContract } from "@/lib/contracts/investigations/hypotheses";
import { route } from "@/lib/server/route";
import { editHypothesis } from "@/lib/services/investigations/hypotheses/change-hypotheses";

export const PATCH = route({ contract: editHypothesisContract }, editHypothesis);
