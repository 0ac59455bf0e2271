/** The choice of the team that owns an investigation, and of who reads it. */
import { useQuery } from "@tanstack/react-query";
import type { Investigation, OpenInvestigationBody } from "@/lib/contracts/investigations/investigations";
import { teamsQuery } from "@/lib/client/teams";
import type { ChoiceOptions } from "@/components/shared/forms/fields";

/** Option for an investigation without a team, which every editor may edit. */
export const everyoneChoice = "everyone";
const openPrefix = "open:";

type Owned = Pick<Investigation, "visibility" | "team">;

/** Returns the option of a stored investigation. */
export function toTeamChoice({ visibility, team }: Owned): string {
  if (team === null) return everyoneChoice;
  return visibility === "team" ? team.id : `${openPrefix}${team.id}`;
}

/** Converts the option to the fields of the request body. */
export function parseTeamChoice(value: string): Pick<OpenInvestigationBody, "visibility" | "teamId"> {
  if (value === everyoneChoice) return { visibility: "open", teamId: null };
  return value.startsWith(openPrefix)
    ? { visibility: "open", teamId: value.slice(openPrefix.length) }
    : { visibility: "team", teamId: value };
}

/** Returns the options that the caller may choose. `present` is the current team. */
export function useTeamOptions(present: Owned["team"] = null): ChoiceOptions {
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const chosen = teams.filter(({ id, canChoose }) => canChoose || id === present?.id);
  return [
    [everyoneChoice, "Everyone"],
    ...chosen.map(({ id, name }) => [`${openPrefix}${id}`, `Everyone, edited by the team ${name}`] as const),
    ...chosen.map(({ id, name }) => [id, `Only the team ${name}`] as const),
  ];
}
