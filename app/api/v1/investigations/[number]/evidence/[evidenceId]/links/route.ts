import { linkEvidenceContract } from "@/lib/contracts/investigations/hypotheses";
import { route } from "@/lib/server/route";
import { linkEvidence } from "@/lib/services/investigations/hypotheses/change-evidence";

export const POST = route({ contract: linkEvidenceContract }, linkEvidence);
