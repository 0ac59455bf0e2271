import { deleteInvitationContract } from "@/lib/contracts/people/people";
import { route } from "@/lib/server/route";
import { deleteInvitation } from "@/lib/services/people/write-invitation";

export const DELETE = route({ contract: deleteInvitationContract }, deleteInvitation);
