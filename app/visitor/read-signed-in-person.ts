/** Reads the person who opens a page. */
import { cache } from "react";
import { sessionContract, type SessionResponse } from "@/lib/contracts/people/session";
import { callHandler } from "@/lib/server/call";
import { getSession } from "@/lib/services/people/read-session";

/**
 * Returns the person who signed in. Null for a visitor, for the operator, and while PostgreSQL does not respond. The
 * person is read once per request.
 */
export async function readSignedInPerson(): Promise<SessionResponse["person"]> {
  return (await readSession())?.person ?? null;
}

/** Returns the name of the person as whom the demo signs the visitor in. Null if it does not. */
export async function readDemoVisitorName(): Promise<string | null> {
  return (await readSession())?.demoVisitorName ?? null;
}

/** Returns whether a proxy signs the person in. Ridgepoint cannot sign out such a person. */
export async function isSignedInByProxy(): Promise<boolean> {
  return (await readSession())?.signInKind === "proxy";
}

const readSession = cache(async (): Promise<SessionResponse | null> => {
  const session = await callHandler(sessionContract, getSession);
  return session.ok ? session.value : null;
});
