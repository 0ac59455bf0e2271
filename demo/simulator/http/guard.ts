/** Who may talk to the simulator: this machine by its own names, and for changes no page of another site. */
import type { IncomingMessage } from "node:http";

const allowedNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

function hostName(host: string): string {
  return host.replace(/:\d+$/, "");
}

/** Guards against DNS rebinding: a foreign name that points here is refused. */
export function isAllowedHost(request: IncomingMessage): boolean {
  return allowedNames.has(hostName(request.headers.host ?? ""));
}

/** A browser says where a request comes from; a command line says nothing and may. */
export function isSameOrigin(request: IncomingMessage): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const { origin } = request.headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}
