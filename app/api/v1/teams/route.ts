import { createTeamContract, teamsContract } from "@/lib/contracts/people/teams";
import { route } from "@/lib/server/route";
import { createTeam } from "@/lib/services/people/teams/change-team";
import { listTeams } from "@/lib/services/people/teams/list-teams";

export const GET = route({ contract: teamsContract }, listTeams);
export const POST = route({ contract: createTeamContract, chooseStatus: () => 201 }, createTeam);
