import { setParticipantContract } from "@/lib/contracts/investigations/people";
import { route } from "@/lib/server/route";
import { setParticipant } from "@/lib/services/investigations/people/change-participants";

export const POST = route({ contract: setParticipantContract }, setParticipant);
