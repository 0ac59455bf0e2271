/** Access rules of the simulator: only local host names, and no changes from pages of other sites. */
import type { IncomingMessage } from "node:http";

const allowedNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

function hostName(host: string): string {
  return host.replace(/:\d+$/, "");
}

/** Returns whether the Host header names this machine. Prevents DNS rebinding. */
export function isAllowedHost(request: IncomingMessage): boolean {
  return allowedNames.has(hostName(request.headers.host ?? ""));
}

/**
 * Returns whether a request has the same origin. Browsers send the origin; command-line clients send none and
 * are allowed.
 */
export function isSameOrigin(request: IncomingMessage): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const { origin } = request.headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}
