/** Checks the goal at the time of the change to the state "resolved", before the transaction of the change. */
import type { changeStateContract } from "@/lib/contracts/investigations/progress";
import type { GoalCheck } from "@/lib/model/investigation/goal-check";
import { listNextStates } from "@/lib/model/investigation/state-change";
import { requireTeam } from "@/lib/server/access/team-rights";
import { readRows } from "@/lib/server/db/read-rows";
import type { HandlerInput } from "@/lib/server/handler";
import { assertUnchanged } from "../change-investigation";
import { findInvestigation } from "../find-investigation";
import { readInvestigationRowContext, toInvestigation } from "../investigation-row";
import { checkGoal } from "./check-goal";
import { readCheckWindow } from "./read-check-window";

/** Result of the goal check, and the version of the investigation that was checked. */
export interface CheckedGoal {
  /** Result of the check; null if the investigation has no goal. */
  readonly check: GoalCheck | null;
  /** Version of the properties that were checked. */
  readonly version: number;
}

/**
 * Returns the result of the goal check. Returns null if the state "resolved" cannot follow the present state. The change is
 * then refused later. Throws not-found, forbidden and database-unavailable. Throws conflict if the state changed after the
 * caller read it.
 */
export async function checkBeforeResolution({
  params,
  body,
  principal,
  requestId,
  signal,
}: HandlerInput<typeof changeStateContract>): Promise<CheckedGoal | null> {
  const context = await readInvestigationRowContext(principal);
  const row = await readRows((database) => findInvestigation(database, params.number, principal));
  requireTeam(principal, row, "investigation");
  assertUnchanged(body.from, row.state, "state");
  if (!listNextStates(body.from).includes("resolved")) return null;
  const investigation = toInvestigation(row, context);
  const check = await checkGoal({
    investigation,
    hiddenDeploymentCount: row.deployments.length - investigation.deployments.length,
    window: await readCheckWindow(row, { newDeployAtMs: await readDeployMs(body.deployEventId) }),
    reader: principal,
    requestId,
    signal,
  });
  return { check, version: row.version };
}

/** Returns the time of the deploy that the same request links; null if it links none, or an unknown event. */
async function readDeployMs(eventId: string | null): Promise<number | null> {
  if (eventId === null) return null;
  const event = await readRows((database) =>
    database.event.findUnique({ where: { id: eventId }, select: { at: true } }),
  );
  return event?.at.getTime() ?? null;
}
