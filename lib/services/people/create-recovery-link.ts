/** Ends the second factor of an admin, and creates a link that sets a new password, for the operator of the database. */
import { randomBytes } from "node:crypto";
import { setPasswordPath } from "@/lib/base/sign-in";
import type { PrismaClient } from "@/lib/server/db/generated/client";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { deleteSecondFactor } from "./second-factor/delete-second-factor";

/** Hours for which the recovery link of an admin is valid. */
export const recoveryLinkHours = 1;

/**
 * Removes the second factor of the admin with this e-mail address and returns a link below `origin` that
 * sets a new password. Undefined if no admin has this address.
 */
export async function createRecoveryLink(
  database: PrismaClient,
  { email, origin }: { readonly email: string; readonly origin: string },
): Promise<string | undefined> {
  const token = randomBytes(32).toString("hex");
  return database.$transaction(async (transaction) => {
    await transaction.$executeRaw`select set_config('ridgepoint.action', 'recover-admin', true)`;
    const admin = await transaction.person.findFirst({
      where: { email: email.toLowerCase(), role: "admin", state: "active" },
    });
    if (admin === null) return undefined;
    await deleteSecondFactor(transaction, admin.id);
    await transaction.invitation.create({
      data: {
        tokenHash: hashToken(token),
        purpose: "reset",
        personId: admin.id,
        author: "system",
        expiresAt: new Date(Date.now() + recoveryLinkHours * 3_600_000),
      },
    });
    return `${origin}${setPasswordPath}#${token}`;
  });
}
