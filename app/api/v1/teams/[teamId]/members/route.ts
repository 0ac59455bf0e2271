import { addMemberContract } from "@/lib/contracts/people/teams";
import { route } from "@/lib/server/route";
import { addMember } from "@/lib/services/people/teams/change-members";

export const POST = route({ contract: addMemberContract }, addMember);
