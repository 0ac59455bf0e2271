import { addNoteContract, evidenceListContract } from "@/lib/contracts/investigations/hypotheses";
import { route } from "@/lib/server/route";
import { addNote } from "@/lib/services/investigations/hypotheses/change-evidence";
import { listInvestigationEvidence } from "@/lib/services/investigations/evidence/list-evidence";

export const GET = route({ contract: evidenceListContract }, listInvestigationEvidence);
export const POST = route({ contract: addNoteContract, chooseStatus: () => 201 }, addNote);
