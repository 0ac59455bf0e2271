/**
 * A sign-in with the provider that a browser started. Its values are in a cookie that only this browser has,
 * so that nobody can finish the sign-in of another browser. The cookie is removed when the sign-in succeeds.
 */
import { z } from "zod";
import { isLoopbackHost, type ReadableHeaders } from "@/lib/server/http/request-guard";

const lifetimeSeconds = 600;

const schema = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  /** Verifier of PKCE. */
  verifier: z.string(),
  returnPath: z.string(),
});

/**
 * State of a sign-in at the identity provider that the browser keeps in a cookie until the provider
 * redirects back.
 */
export type StartedSignIn = z.infer<typeof schema>;

function cookieName(headers: ReadableHeaders): string {
  const host = headers.get("host");
  if (!isLoopbackHost(host)) return "__Host-ridgepoint-provider";
  return `ridgepoint-provider-${/:(\d{1,5})$/.exec(host ?? "")?.[1] ?? "80"}`;
}

/** Returns the Set-Cookie header that stores the started sign-in, or removes it if it is null. */
export function createStartedCookie(headers: ReadableHeaders, started: StartedSignIn | null): string {
  const value = started === null ? "" : Buffer.from(JSON.stringify(started)).toString("base64url");
  const security = isLoopbackHost(headers.get("host")) ? [] : ["Secure"];
  return [
    `${cookieName(headers)}=${value}`,
    "Path=/",
    `Max-Age=${started === null ? 0 : lifetimeSeconds}`,
    "HttpOnly",
    "SameSite=Strict",
    ...security,
  ].join("; ");
}

/** Returns the sign-in that this browser started. Undefined if there is none. */
export function readStartedCookie(headers: ReadableHeaders): StartedSignIn | undefined {
  const prefix = `${cookieName(headers)}=`;
  const cookies = (headers.get("cookie") ?? "").split(";").map((part) => part.trim());
  const value = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? "";
  return schema.safeParse(parseJson(Buffer.from(value, "base64url").toString("utf8"))).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A damaged cookie is treated as absent.
    return undefined;
  }
}
