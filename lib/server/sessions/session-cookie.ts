/**
 * The cookie of a session. Over TLS its name has the prefix `__Host-`, so that other hosts of the domain cannot set
 * it. On loopback the name contains the port, because browsers share cookies between the ports of a host.
 */
import { createHash } from "node:crypto";
import { isLoopbackHost, type ReadableHeaders } from "../http/request-guard";

const baseName = "ridgepoint-session";

/** A session ends after this time, even if it is used. */
export const sessionDays = 14;

/** Returns the hash under which the token of a session, a link or a program is stored. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Returns the session's token in the request's cookie. Undefined if there is none. */
export function readSessionToken(headers: ReadableHeaders): string | undefined {
  const name = sessionCookieName(headers);
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const separator = part.indexOf("=");
    if (separator !== -1 && part.slice(0, separator).trim() === name) return part.slice(separator + 1).trim();
  }
  return undefined;
}

function sessionCookieName(headers: ReadableHeaders): string {
  const host = headers.get("host");
  if (!isLoopbackHost(host)) return `__Host-${baseName}`;
  return `${baseName}-${/:(\d{1,5})$/.exec(host ?? "")?.[1] ?? "80"}`;
}

/** Returns the Set-Cookie header that stores the token of a new session, or removes the cookie if it is null. */
export function createSessionCookie(headers: ReadableHeaders, token: string | null): string {
  const lifetimeSeconds = token === null ? 0 : sessionDays * 24 * 60 * 60;
  const security = isLoopbackHost(headers.get("host")) ? [] : ["Secure"];
  return [
    `${sessionCookieName(headers)}=${token ?? ""}`,
    "Path=/",
    `Max-Age=${lifetimeSeconds}`,
    "HttpOnly",
    "SameSite=Lax",
    ...security,
  ].join("; ");
}
