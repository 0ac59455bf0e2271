/** The retention that the team of an investigation sets for the data of its evidence. */
import { isClosedState, investigationStates } from "@/lib/model/investigation/investigation-state";
import type { Transaction } from "@/lib/server/with-change";

const dayMs = 86_400_000;

/** Retention that a team sets: its length in days, and the time at which the data are removed. */
export interface EvidenceRetention {
  readonly team: string;
  readonly retentionDays: number;
  /** Time at which the data are removed. Null while the investigation is open. */
  readonly removalAtMs: number | null;
}

interface RetainedInvestigation {
  readonly id: string;
  readonly teamId: string | null;
  readonly state: string;
}

/** States of investigations in which no work remains. */
export const closedInvestigationStates: readonly string[] = investigationStates.filter(isClosedState);

/**
 * Returns the retention of an investigation's evidence. Null if the investigation has no team, or if its team retains
 * data without limit.
 */
export async function readEvidenceRetention(
  database: Pick<Transaction, "team" | "timelineEntry">,
  { id: investigationId, teamId, state }: RetainedInvestigation,
): Promise<EvidenceRetention | null> {
  if (teamId === null) return null;
  const team = await database.team.findUnique({
    where: { id: teamId },
    select: { name: true, evidenceRetentionDays: true },
  });
  if (team === null || team.evidenceRetentionDays === null) return null;
  const retention = { team: team.name, retentionDays: team.evidenceRetentionDays };
  if (!closedInvestigationStates.includes(state)) return { ...retention, removalAtMs: null };
  // People can edit the time of the resolution, but not the time at which they changed the state.
  const closing = await database.timelineEntry.findFirst({
    where: { investigationId, kind: "state" },
    orderBy: { at: "desc" },
    select: { at: true },
  });
  return {
    ...retention,
    removalAtMs: closing === null ? null : closing.at.getTime() + retention.retentionDays * dayMs,
  };
}
