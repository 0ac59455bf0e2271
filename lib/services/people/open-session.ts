/** Opens a session after the identity of a person was verified, and ends the earlier session of the browser. */
import { assertPresent } from "@/lib/base/assert";
import type { SignInMethod } from "@/lib/model/person";
import { getDatabase } from "@/lib/server/db/client";
import { toDatabaseError } from "@/lib/server/db/failure";
import type { HttpExchange } from "@/lib/server/handler";
import { readClientAddress } from "@/lib/server/http/client-address";
import { createSessionCookie } from "@/lib/server/sessions/session-cookie";
import { getBetterAuth } from "./auth";
import { describePerson, type DescribedPerson } from "./describe-person";
import { endSession } from "./end-session";

/**
 * Starts a session for a person, stores its token in the cookie of the browser, and returns the person's
 * profile. Throws database-unavailable.
 */
export async function openSession(
  personId: string,
  method: SignInMethod,
  { headers, setCookie }: HttpExchange,
): Promise<DescribedPerson> {
  const { internalAdapter } = await getBetterAuth().$context;
  const client = {
    method,
    ipAddress: readClientAddress(headers) ?? "",
    userAgent: (headers.get("user-agent") ?? "").slice(0, 300),
  };
  try {
    const session = await internalAdapter.createSession(personId, false, client, true);
    const { token } = assertPresent(session, "the adapter stores every session");
    await endSession(headers);
    setCookie(createSessionCookie(headers, token));
    return describePerson(await getDatabase().person.findUniqueOrThrow({ where: { id: personId } }));
  } catch (error) {
    throw toDatabaseError(error, "PostgreSQL does not respond, so sign-in is not possible");
  }
}
