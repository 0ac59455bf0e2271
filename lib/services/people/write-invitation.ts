/** Creates and deletes the links that add a person or set a new password. */
import type { createInvitationContract, deleteInvitationContract } from "@/lib/contracts/people/people";
import { AppError } from "@/lib/model/app-error";
import { requireAssignableTeam } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import { toListedInvitation } from "./list-people";

const inviteHours = 72;
const resetHours = 2;

/**
 * Creates a link that adds a person or sets a new password. Throws forbidden for a caller who is not a person, because the first person must be an admin, and for a former admin. Throws database-unavailable. Throws not-found for an unknown person. Throws
 * invalid-input for an unknown team.
 */
export const createInvitation: Handler<typeof createInvitationContract> = async ({ body, principal }) => {
  if (principal.kind !== "person")
    throw new AppError(
      "forbidden",
      "the setup link adds the first person. Ridgepoint prints this link when it starts",
      {
        userMessage: {
          title: "The first person needs the setup link",
          next: "Open the setup link that npm start prints, and sign in.",
        },
      },
    );
  const isReset = body.purpose === "reset";
  const expiresAt = new Date(nowMs() + (isReset ? resetHours : inviteHours) * 3_600_000);
  const invitation = await writeChange(principal, "create-invitation", async (transaction) => {
    await requireAdmin(transaction, principal.id);
    const personId = body.purpose === "reset" ? body.personId : null;
    if (personId !== null) {
      const found = await transaction.person.count({
        where: { id: personId, kind: "person", state: "active" },
      });
      if (found === 0) throw new AppError("not-found", "there is no such person");
    }
    const teamId = body.purpose === "invite" ? (body.teamId ?? null) : null;
    await requireAssignableTeam(transaction, principal, teamId);
    const row = await transaction.invitation.create({
      data: {
        tokenHash: body.tokenHash,
        purpose: body.purpose,
        role: body.purpose === "invite" ? body.role : null,
        email: body.purpose === "invite" ? (body.email ?? null) : null,
        teamId,
        personId,
        author: principal.id,
        expiresAt,
      },
      include: { person: true, team: true },
    });
    return toListedInvitation(row);
  });
  return { invitation };
};

/**
 * Throws forbidden for a former admin, whom this process may still remember as an admin. The lock orders the new link
 * and a simultaneous removal of the admin, which deletes the link.
 */
async function requireAdmin(transaction: Transaction, personId: string): Promise<void> {
  const rows = await transaction.$queryRaw<readonly object[]>`
    select id from people where id::text = ${personId} and role = 'admin' and state = 'active' for share`;
  if (rows.length === 0)
    throw new AppError("forbidden", "you are no longer an admin", {
      userMessage: { title: "You are no longer an admin", next: "Ask an admin to create the link." },
    });
}

/**
 * Deletes a link that adds a person or sets a new password. Throws not-found for a link that is unknown or was used,
 * and database-unavailable.
 */
export const deleteInvitation: Handler<typeof deleteInvitationContract> = async ({ params, principal }) => {
  await writeChange(principal, "delete-invitation", async (transaction) => {
    const { count } = await transaction.invitation.deleteMany({
      where: { id: params.invitationId, usedAt: null, purpose: { not: "setup" } },
    });
    if (count === 0) throw new AppError("not-found", "there is no such link, or it was used");
    return null;
  });
  return { deletedId: params.invitationId };
};
