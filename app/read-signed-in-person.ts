/** Reads the person who opens a page. */
import { cache } from "react";
import { sessionContract, type SessionResponse } from "@/lib/contracts/people/session";
import { callHandler } from "@/lib/server/call";
import { getSession } from "@/lib/services/people/read-session";

/**
 * Returns the person who signed in. Null for a visitor, for the operator, and while PostgreSQL does not respond. The
 * person is read once per request.
 */
export const readSignedInPerson = cache(async (): Promise<SessionResponse["person"]> => {
  const session = await callHandler(sessionContract, getSession);
  return session.ok ? session.value.person : null;
});
