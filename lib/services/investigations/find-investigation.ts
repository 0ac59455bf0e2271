/** Finds one investigation that a caller may read, with or without a lock. */
import { AppError } from "@/lib/model/app-error";
import { isInTeam, buildVisibleRowsCondition, type TeamCaller } from "@/lib/server/access/team-rights";
import { includesRole } from "@/lib/server/access/roles";
import type { Principal } from "@/lib/server/principal";
import type { Transaction } from "@/lib/server/with-change";
import { includeProperties, type InvestigationRow } from "./investigation-row";

type RowReader = Pick<Transaction, "investigation">;

/**
 * Returns the investigation with this number. Throws not-found for an unknown investigation, and for an investigation that
 * only another team may see.
 */
export async function findInvestigation(
  database: RowReader,
  number: number,
  caller: TeamCaller,
): Promise<InvestigationRow> {
  const row = await database.investigation.findUnique({
    where: { number, AND: buildVisibleRowsCondition(caller) },
    include: includeProperties,
  });
  if (row === null) throw createNotFoundError();
  return row;
}

/** Returns the id of the investigation with this number. Throws not-found like `findInvestigation`. */
export async function findInvestigationId(
  database: RowReader,
  number: number,
  caller: TeamCaller,
): Promise<string> {
  const row = await database.investigation.findUnique({
    where: { number, AND: buildVisibleRowsCondition(caller) },
    select: { id: true },
  });
  if (row === null) throw createNotFoundError();
  return row.id;
}

/**
 * Returns the investigation and locks its row until the transaction ends, so that rules are checked on
 * current data. Other transactions can still add rows that refer to it. Throws not-found like
 * `findInvestigation`.
 */
export async function lockInvestigation(
  transaction: Transaction,
  number: number,
  caller: TeamCaller,
): Promise<InvestigationRow> {
  await transaction.$queryRaw`select 1 from investigations where number = ${number}::int for no key update`;
  return findInvestigation(transaction, number, caller);
}

/** Returns whether the caller may comment. The caller must also be allowed to read the investigation. */
export function canCommentOnInvestigations({ role, token }: Pick<Principal, "role" | "token">): boolean {
  return role !== null && (token === undefined || token.scopes.includes("write"));
}

/** Returns whether the caller may change the investigation. */
export function canEditInvestigation(
  caller: Principal,
  { teamId }: Pick<InvestigationRow, "teamId">,
): boolean {
  if (!canCommentOnInvestigations(caller) || caller.role === null || !includesRole(caller.role, "editor"))
    return false;
  return teamId === null || isInTeam(caller, teamId);
}

/** Creates the error for an unknown investigation, and for an investigation that the caller may not see. */
function createNotFoundError(): AppError {
  return new AppError("not-found", "this investigation does not exist");
}
