import { addNoteContract } from "@/lib/contracts/investigations/hypotheses";
import { route } from "@/lib/server/route";
import { addNote } from "@/lib/services/investigations/hypotheses/change-evidence";

export const POST = route({ contract: addNoteContract, chooseStatus: () => 201 }, addNote);
