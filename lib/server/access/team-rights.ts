/**
 * Decides by the team of an object what a caller may do. Services call it with the row that they read in the
 * transaction of the change. Rules of the endpoints are in `policy.ts`.
 */
import { AppError } from "@/lib/model/app-error";
import type { Principal } from "../principal";
import type { Transaction } from "../with-change";
import { findAccessRule } from "./policy";
import { includesRole } from "./roles";

/** Role and teams of a caller, which decide its rights to an object. */
export type TeamCaller = Pick<Principal, "role" | "teamIds">;

/** Object with the team that owns it. If the team is null, every editor may change the object. */
export interface OwnedRow {
  readonly teamId: string | null;
}

/** Object that its team may hide from others: its visibility is `open` or `team`. */
export interface HideableRow extends OwnedRow {
  readonly visibility: string;
}

/** Returns whether the caller has the rights of the team's members. */
export function isInTeam({ role, teamIds }: TeamCaller, teamId: string): boolean {
  return role === "admin" || teamIds.includes(teamId);
}

/** Returns whether the team of the object lets the caller change it. The role of the caller is checked separately. */
function isAllowedByTeam(caller: TeamCaller, { teamId }: OwnedRow): boolean {
  return teamId === null || isInTeam(caller, teamId);
}

const askTeamText = "Ask a member of the team or an admin to make the change.";

/**
 * Returns why the caller may not change the object with the endpoint `contractId`, in two sentences for the screen.
 * Null if the caller may. Answers contain it, so that pages offer no change that would be refused.
 */
export function describeRefusal(
  caller: TeamCaller,
  row: OwnedRow,
  {
    contractId,
    noun,
    action = `change this ${noun}`,
  }: { readonly contractId: string; readonly noun: string; readonly action?: string },
): string | null {
  const rule = findAccessRule(contractId);
  const lowestRole = rule?.kind === "role" ? rule.lowestRole : "admin";
  if (caller.role === null || !includesRole(caller.role, lowestRole))
    return `To ${action}, you need the role “${lowestRole}”. Ask an admin for the role.`;
  return isAllowedByTeam(caller, row) ? null : `Another team owns this ${noun}. ${askTeamText}`;
}

/**
 * Throws forbidden unless the object has no team, or the caller is in its team. `noun` names the object in
 * the message.
 */
export function requireTeam(caller: TeamCaller, row: OwnedRow, noun: string): void {
  if (isAllowedByTeam(caller, row)) return;
  throw new AppError(
    "forbidden",
    `a team owns this ${noun}. Only members of the team and admins can change it`,
    {
      userMessage: {
        title: `Another team owns this ${noun}`,
        next: askTeamText,
      },
    },
  );
}

/**
 * Checks that the caller may assign an object to a team. Throws forbidden if the caller is not in the team, and
 * invalid-input if the team does not exist. A null team is always accepted: every editor may then change the object.
 */
export async function requireAssignableTeam(
  transaction: Pick<Transaction, "team">,
  caller: TeamCaller,
  teamId: string | null,
): Promise<void> {
  if (teamId === null) return;
  if (!isInTeam(caller, teamId))
    throw new AppError("forbidden", "you are not a member of this team. Choose one of your teams", {
      userMessage: {
        title: "You are not a member of this team",
        next: "Choose one of your teams, or ask an admin to add you to the team.",
      },
    });
  if ((await transaction.team.count({ where: { id: teamId } })) === 0)
    throw new AppError("invalid-input", "This team does not exist. It may have been deleted.");
}

/**
 * Returns whether the caller may read the object. If not, the caller must get the same response as for an object that
 * does not exist.
 */
export function isVisibleTo(caller: TeamCaller, { visibility, teamId }: HideableRow): boolean {
  if (visibility === "open" || caller.role === "admin") return true;
  return teamId !== null && isInTeam(caller, teamId);
}

/** Condition of a Prisma query that selects the rows that a caller may read. */
export interface VisibleRowsCondition {
  OR?: ({ visibility: string } | { teamId: { in: string[] } })[];
}

/**
 * Returns the condition of a Prisma query that selects the rows that the caller may read, for its key `AND`.
 */
export function buildVisibleRowsCondition({ role, teamIds }: TeamCaller): VisibleRowsCondition {
  return role === "admin" ? {} : { OR: [{ visibility: "open" }, { teamId: { in: [...teamIds] } }] };
}

/** Condition of a Prisma query for rows with a baseline that a caller may read. */
export interface VisibleBaselinesCondition {
  OR?: ({ baselineId: null } | { baseline: VisibleRowsCondition })[];
}

/**
 * Returns the condition of a Prisma query for rows without a baseline, or with a baseline that the caller may read.
 */
export function buildVisibleBaselinesCondition(caller: TeamCaller): VisibleBaselinesCondition {
  // An empty condition of a relation would select no row.
  return caller.role === "admin"
    ? {}
    : { OR: [{ baselineId: null }, { baseline: buildVisibleRowsCondition(caller) }] };
}
