import { removeParticipantContract } from "@/lib/contracts/investigations/people";
import { route } from "@/lib/server/route";
import { removeParticipant } from "@/lib/services/investigations/people/change-participants";

export const DELETE = route({ contract: removeParticipantContract }, removeParticipant);
