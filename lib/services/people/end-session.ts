/** Ends the session of a request's cookie, and signs a person out. */
import type { signOutContract } from "@/lib/contracts/people/session";
import { assertPresent } from "@/lib/base/assert";
import { toDatabaseError } from "@/lib/server/db/failure";
import { getDatabase } from "@/lib/server/db/client";
import type { Handler } from "@/lib/server/handler";
import { readClientAddress } from "@/lib/server/http/client-address";
import type { ReadableHeaders } from "@/lib/server/http/request-guard";
import { createSessionCookie, hashToken, readSessionToken } from "@/lib/server/sessions/session-cookie";
import { forgetSession } from "@/lib/server/sessions/verify-session";
import { writeChange } from "@/lib/server/with-change";
import { allSources } from "@/lib/model/sources/source-scope";

/** Signs the caller out. Throws database-unavailable. */
export const signOut: Handler<typeof signOutContract> = async ({ http }) => {
  const { headers, setCookie } = assertPresent(http, "sign-out was called without an HTTP request");
  await endSession(headers);
  setCookie(createSessionCookie(headers, null));
  return {};
};

/** Ends the session of the cookie, if there is one. Throws database-unavailable. */
export async function endSession(headers: ReadableHeaders): Promise<void> {
  const token = readSessionToken(headers);
  if (token === undefined) return;
  const tokenHash = hashToken(token);
  const session = await findSession(tokenHash);
  if (session === null) return;
  const person = { kind: "person", id: session.personId, role: null, sourceScope: allSources } as const;
  await writeChange({ ...person, address: readClientAddress(headers) }, "sign-out", async (transaction) => {
    await transaction.session.deleteMany({ where: { tokenHash } });
    return null;
  });
  forgetSession(tokenHash);
}

async function findSession(tokenHash: string): Promise<{ readonly personId: string } | null> {
  try {
    return await getDatabase().session.findUnique({ where: { tokenHash }, select: { personId: true } });
  } catch (error) {
    throw toDatabaseError(error, "PostgreSQL does not respond, so the session cannot be ended");
  }
}
