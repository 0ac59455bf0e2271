import { removeEvidenceContract } from "@/lib/contracts/investigations/hypotheses";
import { route } from "@/lib/server/route";
import { removeEvidence } from "@/lib/services/investigations/hypotheses/change-evidence";

export const DELETE = route({ contract: removeEvidenceContract }, removeEvidence);
