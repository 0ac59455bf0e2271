import { removeMemberContract } from "@/lib/contracts/people/teams";
import { route } from "@/lib/server/route";
import { removeMember } from "@/lib/services/people/teams/change-members";

export const DELETE = route({ contract: removeMemberContract }, removeMember);
