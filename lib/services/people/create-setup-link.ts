/** Creates the one-time link that adds the first admin. */
import { randomBytes } from "node:crypto";
import { setupPath } from "@/lib/base/sign-in";
import { readEnvironment } from "@/lib/server/environment/env";
import { systemPrincipal } from "@/lib/server/principal";
import { hasAnyPerson } from "@/lib/server/sessions/person-exists";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { writeChange } from "@/lib/server/with-change";

/** Hours for which the setup link is valid. A restart prints a new link. */
export const setupLinkHours = 24;

/**
 * Returns a new link that adds the first person, or undefined if a person exists. The token follows `#`, so
 * that browsers do not send it with the request of the page. Throws database-unavailable.
 */
export async function createSetupLink(): Promise<string | undefined> {
  if (await hasAnyPerson()) return undefined;
  const token = randomBytes(32).toString("base64url");
  await writeChange(systemPrincipal, "create-setup-link", async (transaction) => {
    await transaction.$executeRaw`delete from invitations where purpose = 'setup' and expires_at < now()`;
    await transaction.invitation.create({
      data: {
        tokenHash: hashToken(token),
        purpose: "setup",
        role: "admin",
        author: systemPrincipal.id,
        expiresAt: new Date(Date.now() + setupLinkHours * 3_600_000),
      },
    });
    return null;
  });
  const { publicUrl, port } = readEnvironment();
  return `${(publicUrl ?? new URL(`http://localhost:${port}`)).origin}${setupPath}#${token}`;
}
