import { createInvitationContract } from "@/lib/contracts/people/people";
import { route } from "@/lib/server/route";
import { createInvitation } from "@/lib/services/people/write-invitation";

export const POST = route({ contract: createInvitationContract }, createInvitation);
