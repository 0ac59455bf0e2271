/**
 * The cookie of a session. Over TLS the name of a cookie has the prefix `__Host-`, so that other hosts of the domain cannot set
 * it. On loopback the name contains the port, because browsers share cookies between the ports of a host.
 */
import { createHash } from "node:crypto";
import { isLoopbackHost, type ReadableHeaders } from "../http/request-guard";

const baseName = "ridgepoint-session";

/** Days after which a session ends, even if it is used. */
export const sessionDays = 14;

/** Returns the hash under which the token of a session, a wall display or an API client is stored. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Returns the session token from the cookies of a request. Undefined if there is none. */
export function readSessionToken(headers: ReadableHeaders): string | undefined {
  return readCookie(headers, baseName);
}

/**
 * Returns a Set-Cookie header. It stores the token of a new session, or removes the cookie if the token is null.
 */
export function createSessionCookie(headers: ReadableHeaders, token: string | null): string {
  return createCookie(headers, {
    baseName,
    value: token ?? "",
    lifetimeDays: token === null ? 0 : sessionDays,
  });
}

/** Returns the value of one of Ridgepoint's cookies. Undefined if the request has none. */
export function readCookie(headers: ReadableHeaders, name: string): string | undefined {
  const fullName = cookieName(headers, name);
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const separator = part.indexOf("=");
    if (separator !== -1 && part.slice(0, separator).trim() === fullName)
      return part.slice(separator + 1).trim();
  }
  return undefined;
}

interface CookieContent {
  readonly baseName: string;
  readonly value: string;
  readonly lifetimeDays: number;
}

/** Returns the Set-Cookie header of a cookie that scripts cannot read. */
export function createCookie(headers: ReadableHeaders, content: CookieContent): string {
  const security = isLoopbackHost(headers.get("host")) ? [] : ["Secure"];
  return [
    `${cookieName(headers, content.baseName)}=${content.value}`,
    "Path=/",
    `Max-Age=${content.lifetimeDays * 24 * 60 * 60}`,
    "HttpOnly",
    "SameSite=Lax",
    ...security,
  ].join("; ");
}

function cookieName(headers: ReadableHeaders, name: string): string {
  const host = headers.get("host");
  if (!isLoopbackHost(host)) return `__Host-${name}`;
  return `${name}-${/:(\d{1,5})$/.exec(host ?? "")?.[1] ?? "80"}`;
}
