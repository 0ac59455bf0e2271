/** Precondition of every edit: locks the row and checks that it can be edited and has the expected version. */
import { AppError } from "@/lib/model/app-error";
import type { EventKind } from "@/lib/model/event";
import type { Right } from "@/lib/server/access/policy";
import { requireRight } from "@/lib/server/access/require-access";
import type { TeamCaller } from "@/lib/server/access/team-rights";
import type { Principal } from "@/lib/server/principal";
import { assertVersion } from "@/lib/server/route";
import type { Transaction } from "@/lib/server/with-change";
import {
  requireDeploymentTeam,
  requireEveryDeploymentTeam,
} from "@/lib/services/deployments/require-deployment-team";
import { parseEventKind, includeSlugs, type EventRow } from "./event-row";

/** The row of an event that the caller may change, and its kind. */
export interface EditableEvent {
  readonly row: EventRow;
  readonly kind: EventKind;
}

interface EventLock {
  readonly caller: Pick<Principal, "id" | "role" | "teamIds" | "session">;
  /** Right to events that are not comments of the caller. */
  readonly right: Right;
  readonly expectedVersion: string | undefined;
}

/**
 * Locks the row of an event for a change and returns it. Throws not-found, read-only for a derived event, forbidden for
 * an event of another team's deployment and for a viewer, and precondition-failed for another version. A comment also
 * belongs to its author, whose role does not matter.
 */
export async function lockEditableEvent(
  transaction: Transaction,
  id: string,
  { caller, right, expectedVersion }: EventLock,
): Promise<EditableEvent> {
  await transaction.$queryRaw`select 1 from events where id = ${id}::uuid for update`;
  const row = await transaction.event.findUnique({ where: { id }, include: includeSlugs });
  const kind = row === null ? undefined : parseEventKind(row.kind);
  if (row === null || kind === undefined) throw new AppError("not-found", "this event does not exist");
  if (row.origin !== "hand" && row.origin !== "api")
    throw new AppError("read-only", "this event was derived from metrics and cannot be edited");
  const isOwnComment = kind === "comment" && row.author === caller.id;
  if (!isOwnComment) {
    requireRight(caller, right);
    await requireEventTeam(transaction, caller, row.deploymentId);
  }
  assertVersion(String(row.version), expectedVersion);
  return { row, kind };
}

/**
 * Checks that the caller's team may change the events of a deployment. Null: the events of all deployments. Throws
 * not-found, forbidden for deployments of another team, and database-unavailable.
 */
export async function requireEventTeam(
  transaction: Pick<Transaction, "deployment">,
  caller: TeamCaller,
  deploymentId: string | null,
): Promise<void> {
  if (deploymentId === null) await requireEveryDeploymentTeam(transaction, caller);
  else await requireDeploymentTeam(transaction, caller, deploymentId);
}
