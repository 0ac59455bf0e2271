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

/** A sign-in or a confirmation is valid for this time. */
const confirmationMinutes = 10;

/**
 * Throws confirmation-required if the endpoint needs a confirmation that the session lacks, and database-unavailable.
 * Three callers have no session: the operator, who is at the machine, tokens, which may not make these changes, and people
 * whom a proxy signed in, because only the proxy can ask them again.
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

/** Reads the database, because another process may have confirmed the session that this process remembers. */
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
