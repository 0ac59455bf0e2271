import { keepEvidenceContract } from "@/lib/contracts/investigations/hypotheses";
import { route } from "@/lib/server/route";
import { keepEvidence } from "@/lib/services/investigations/evidence/keep-evidence";

export const POST = route({ contract: keepEvidenceContract, chooseStatus: () => 201 }, keepEvidence);
