/** Precondition of every edit: locks the row and checks that it can be edited and has the expected version. */
import { AppError } from "@/lib/model/app-error";
import type { EventKind } from "@/lib/model/event";
import type { AccessRight } from "@/lib/server/access/policy";
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
  /** Right that the caller needs, unless the event is a comment of the caller. */
  readonly right: AccessRight;
  readonly expectedVersion: string | undefined;
}

/**
 * Locks the row of an event for a change and returns it. Throws not-found. Throws read-only for a derived event, and
 * precondition-failed for another version. Throws forbidden for a viewer and for an event of another team's deployment,
 * unless the event is a comment that the caller wrote.
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
  if (row.origin !== "manual" && row.origin !== "api")
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
 * Checks that the caller's team may change the events of a deployment. If `deploymentId` is null, the event applies to
 * all deployments, and all of them are checked. Throws not-found and database-unavailable. Throws forbidden for a
 * deployment of another team.
 */
export async function requireEventTeam(
  transaction: Pick<Transaction, "deployment">,
  caller: TeamCaller,
  deploymentId: string | null,
): Promise<void> {
  if (deploymentId === null) await requireEveryDeploymentTeam(transaction, caller);
  else await requireDeploymentTeam(transaction, caller, deploymentId);
}
