/**
 * Changes that give or take access need a confirmation that the caller is the person of the session, so that an
 * unattended browser or a stolen cookie cannot make them.
 */
import type { AnyContract } from "@/lib/contracts/contract";
import { AppError } from "@/lib/model/app-error";
import { getDatabase } from "../db/client";
import { toDatabaseError } from "../db/failure";
import type { Principal } from "../principal";
import { needsConfirmation } from "./policy";

/** Time for which a sign-in or a confirmation counts as recent. */
const confirmationMinutes = 10;

/**
 * Throws confirmation-required if the endpoint needs a confirmation that the session lacks, and database-unavailable.
 * Callers without a session need no confirmation. The operator is at the machine, tokens may not make these changes, and
 * only a proxy can repeat the sign-in of a person whom it signed in.
 */
export async function requireConfirmation(
  principal: Principal,
  contract: Pick<AnyContract, "id">,
): Promise<void> {
  if (needsConfirmation(contract.id)) await assertConfirmed(principal);
}

/** Throws confirmation-required if the session has no recent confirmation. Throws database-unavailable. */
export async function assertConfirmed({ session }: Principal): Promise<void> {
  if (session === undefined || (await isConfirmed(session.id))) return;
  throw new AppError(
    "confirmation-required",
    `this change needs a confirmation within the last ${confirmationMinutes} minutes`,
  );
}

/** Returns whether the session has a recent confirmation. It reads the database, because another process may have stored one. */
async function isConfirmed(sessionId: string): Promise<boolean> {
  try {
    const rows = await getDatabase().$queryRaw<readonly object[]>`
      select id from sessions where id = ${sessionId}::uuid
        and confirmed_at > now() - ${confirmationMinutes}::int * interval '1 minute'`;
    return rows.length === 1;
  } catch (error) {
    throw toDatabaseError(error, "PostgreSQL does not respond, so your sign-in cannot be checked");
  }
}
