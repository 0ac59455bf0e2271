/** The choice of who may see a baseline: everyone, or the members of one team. */
import { useQuery } from "@tanstack/react-query";
import type { BaselineEntry, EditBaselineBody } from "@/lib/contracts/baselines";
import { teamsQuery } from "@/lib/client/teams";
import type { ChoiceOptions } from "@/components/shared/forms/fields";

/** Option of the field for who sees a baseline: everyone. Other options are ids of teams. */
export const visibleToEveryone = "everyone";

/** Returns the option that a stored baseline has. */
export function toVisibleTo({ visibility, team }: Pick<BaselineEntry, "visibility" | "team">): string {
  return visibility === "team" && team !== null ? team.id : visibleToEveryone;
}

/** Converts the chosen option of the “Visible to” field to the fields of the request body. */
export function parseVisibleTo(value: string): Pick<EditBaselineBody, "visibility" | "teamId"> {
  return value === visibleToEveryone ? { visibility: "open" } : { visibility: "team", teamId: value };
}

/** Returns the options that the caller may choose. `present` is the current team. */
export function useVisibleToOptions(present: BaselineEntry["team"] = null): ChoiceOptions {
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const chosen = teams.filter(({ id, canChoose }) => canChoose || id === present?.id);
  return [
    [visibleToEveryone, "Everyone"],
    ...chosen.map(({ id, name }) => [id, `Only the team ${name}`] as const),
  ];
}
