/** Adds people to teams, and removes them. */
import type { addMemberContract, removeMemberContract } from "@/lib/contracts/people/teams";
import { AppError } from "@/lib/model/app-error";
import type { Handler } from "@/lib/server/handler";
import { forgetPersonSessions } from "@/lib/server/sessions/verify-session";
import { writeChange } from "@/lib/server/with-change";

/** Adds a person to a team. A second call has no further effect. Throws not-found and database-unavailable. */
export const addMember: Handler<typeof addMemberContract> = async ({
  params: { teamId },
  body: { personId },
  principal,
}) => {
  await writeChange(principal, "add-member", async (transaction) => {
    const teamCount = await transaction.team.count({ where: { id: teamId } });
    const personCount = await transaction.person.count({ where: { id: personId, state: "active" } });
    if (teamCount === 0) throw new AppError("not-found", "there is no such team");
    if (personCount === 0) throw new AppError("not-found", "there is no such person");
    await transaction.member.createMany({ data: [{ teamId, personId }], skipDuplicates: true });
    return null;
  });
  forgetPersonSessions(personId);
  return { teamId };
};

/** Removes a person from a team. Throws not-found for a person who is not a member, and database-unavailable. */
export const removeMember: Handler<typeof removeMemberContract> = async ({
  params: { teamId, personId },
  principal,
}) => {
  await writeChange(principal, "remove-member", async (transaction) => {
    const { count } = await transaction.member.deleteMany({ where: { teamId, personId } });
    if (count === 0) throw new AppError("not-found", "this person is not a member of the team");
    return null;
  });
  // The next request of the person reads the teams again.
  forgetPersonSessions(personId);
  return { teamId };
};
