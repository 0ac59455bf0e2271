/** Ends the second factor of another person, who lost the device. */
import type { resetSecondFactorContract } from "@/lib/contracts/people/people";
import { AppError } from "@/lib/model/app-error";
import type { Handler } from "@/lib/server/handler";
import { forgetPersonSessions } from "@/lib/server/sessions/verify-session";
import { writeChange } from "@/lib/server/with-change";
import { deleteSecondFactor } from "./delete-second-factor";

/**
 * Removes the second factor of a person and ends all sessions of the person. Throws not-found for a person without a
 * second factor, and database-unavailable.
 */
export const resetSecondFactor: Handler<typeof resetSecondFactorContract> = async ({ params, principal }) => {
  const { personId } = params;
  await writeChange(principal, "reset-second-factor", async (transaction) => {
    if (!(await deleteSecondFactor(transaction, personId)))
      throw new AppError("not-found", "this person has no second factor");
    await transaction.session.deleteMany({ where: { personId } });
    return null;
  });
  forgetPersonSessions(personId);
  return { personId };
};
