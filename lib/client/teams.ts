/** Query for the teams, which settings and forms of owned objects show. */
import type { teamsContract, TeamsResponse } from "@/lib/contracts/people/teams";
import { endpointQuery } from "@/lib/client/endpoint-query";

/** Team with its members. */
export type ListedTeam = TeamsResponse["teams"][number];

/** Query for all teams. */
export const teamsQuery = endpointQuery<typeof teamsContract>("/api/v1/teams", {});
