/** Decides which team owns a baseline, and whether only this team may see it. */
import { AppError } from "@/lib/model/app-error";
import type { baselineVisibilities } from "@/lib/model/baseline/baseline";
import {
  describeRefusal,
  requireAssignableTeam,
  type HideableRow,
  type OwnedRow,
  type TeamCaller,
} from "@/lib/server/access/team-rights";
import type { Transaction } from "@/lib/server/with-change";
import type { BaselineRow } from "./baseline-row";

/** Requested visibility and team of a baseline. Absent fields stay unchanged. */
export interface OwnerChoice {
  readonly visibility?: (typeof baselineVisibilities)[number] | undefined;
  readonly teamId?: string | null | undefined;
}

/** Returns the team that owns the baseline: its team, or the team of its deployment. */
export function findOwningTeam({ teamId, deployment }: Pick<BaselineRow, "teamId" | "deployment">): OwnedRow {
  return { teamId: teamId ?? deployment?.teamId ?? null };
}

/** Returns why the role of the caller does not allow captures and imports; null if it does. */
export function describeCaptureRefusal(caller: TeamCaller): string | null {
  const action = "capture or import a baseline";
  return describeRefusal(
    caller,
    { teamId: null },
    { contractId: "capture-baseline", noun: "baseline", action },
  );
}

interface OwnerChange {
  readonly caller: TeamCaller;
  readonly choice: OwnerChoice;
  readonly present: HideableRow;
  readonly deploymentTeamId: string | null;
  /** Noun for the object in errors, such as "baseline". */
  readonly noun?: string;
}

/**
 * Returns the columns for the chosen team and visibility. Throws forbidden if the caller is not in the team. Throws
 * invalid-input for an unknown team, and for a team-only baseline without a team.
 */
export async function chooseOwner(
  transaction: Transaction,
  { caller, choice, present, deploymentTeamId, noun = "baseline" }: OwnerChange,
): Promise<HideableRow> {
  const visibility = choice.visibility ?? present.visibility;
  const named = choice.teamId === undefined ? present.teamId : choice.teamId;
  if (named !== present.teamId) await requireAssignableTeam(transaction, caller, named);
  // The team of a team-only baseline is stored, so that it stays the same if its deployment gets another team.
  const teamId = named ?? (visibility === "team" ? deploymentTeamId : null);
  if (visibility === "team" && teamId === null)
    throw new AppError("invalid-input", `A team-only ${noun} needs a team. Choose one of your teams.`);
  return { visibility, teamId };
}
