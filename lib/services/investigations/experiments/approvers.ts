/** Reads the people who may approve the adopted change of an experiment. */
import type { Transaction } from "@/lib/server/with-change";
import type { ExperimentRow } from "./experiment-row";

/** The facts of a change that decide who may approve it. */
export interface AdoptedChange extends Pick<ExperimentRow, "author" | "decidedBy" | "investigationId"> {
  /** Team of the investigation. */
  readonly teamId: string | null;
}

/**
 * Returns the database condition for the people who may approve the change: active admins and active editors of the team,
 * except those who proposed the change.
 */
function whereMayApprove({ teamId, author, decidedBy }: AdoptedChange, excludedIds: readonly string[] = []) {
  const ofTeam = { role: "editor", ...(teamId === null ? {} : { members: { some: { teamId } } }) };
  const ids = [author, decidedBy ?? noPerson, ...excludedIds].map(toPersonId);
  return { kind: "person", state: "active", OR: [{ role: "admin" }, ofTeam], NOT: { id: { in: ids } } };
}

/** Returns whether no person other than the caller may approve the change. */
export async function canNobodyElseApprove(
  database: Pick<Transaction, "person">,
  change: AdoptedChange,
  callerId: string,
): Promise<boolean> {
  return (await database.person.count({ where: whereMayApprove(change, [callerId]) })) === 0;
}

/** Returns whether the person may approve the change. Whether the investigation has named approvers is not considered. */
export async function canApproveChange(
  database: Pick<Transaction, "person">,
  change: AdoptedChange,
  personId: string,
): Promise<boolean> {
  const where = { AND: [{ id: toPersonId(personId) }, whereMayApprove(change)] };
  return (await database.person.count({ where })) === 1;
}

const noPerson = "00000000-0000-0000-0000-000000000000";

/** Returns the id, or an id that no person has if the text is not a UUID. The operator has no UUID. */
function toPersonId(id: string): string {
  return /^[\da-f-]{36}$/.test(id) ? id : noPerson;
}

/** Returns the participants with the role approver who may approve the change. If there are none, any other editor may approve it. */
export async function readApproverIds(
  database: Pick<Transaction, "participant">,
  change: AdoptedChange,
): Promise<readonly string[]> {
  const rows = await database.participant.findMany({
    where: {
      investigationId: change.investigationId,
      role: "approver",
      person: whereMayApprove(change),
    },
    select: { personId: true },
  });
  return rows.map(({ personId }) => personId);
}
