import { deleteTeamContract, editTeamContract } from "@/lib/contracts/people/teams";
import { route } from "@/lib/server/route";
import { deleteTeam, editTeam } from "@/lib/services/people/teams/change-team";

export const PATCH = route({ contract: editTeamContract }, editTeam);
export const DELETE = route({ contract: deleteTeamContract }, deleteTeam);
