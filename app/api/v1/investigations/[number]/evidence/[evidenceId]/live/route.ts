import { liveEvidenceContract } from "@/lib/contracts/investigations/live-evidence";
import { route } from "@/lib/server/route";
import { getLiveEvidence } from "@/lib/services/investigations/evidence/get-live-evidence";

export const GET = route({ contract: liveEvidenceContract }, getLiveEvidence);
