import { evidenceAnswerContract } from "@/lib/contracts/investigations/hypotheses";
import { route } from "@/lib/server/route";
import { getEvidenceAnswer } from "@/lib/services/investigations/evidence/get-evidence-answer";

export const GET = route({ contract: evidenceAnswerContract }, getEvidenceAnswer);
