/**
 * Whether a request may be looked at at all. The host allow-list stops DNS rebinding; the origin check stops other sites
 * from writing through a visitor's browser. Neither is a sign-in, both hold before one exists and after.
 */
import { AppError } from "@/lib/model/app-error";

/** The part of `Headers` that is needed, so that tests and server components can pass theirs. */
export interface ReadableHeaders {
  readonly get: (name: string) => string | null;
}

const loopbackNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Host name of a Host header without its port, lower case; undefined when malformed. */
export function hostName(host: string | null): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(host ?? "");
  return match?.[1]?.toLowerCase();
}

/** True for loopback names and for the host of `publicUrl`. A trailing dot or any other spelling is a foreign host. */
export function isAllowedHost(host: string | null, publicUrl: URL | undefined): boolean {
  const name = hostName(host);
  return name !== undefined && (loopbackNames.has(name) || name === publicUrl?.hostname.toLowerCase());
}

/** Throws forbidden for a foreign Host header. */
export function assertAllowedHost(headers: ReadableHeaders, publicUrl: URL | undefined): void {
  if (isAllowedHost(headers.get("host"), publicUrl)) return;
  throw new AppError("forbidden", "this host name is not allowed");
}

/**
 * Throws forbidden unless a request that can change or cost something comes from our own pages or from a program.
 * Browsers send Sec-Fetch-Site (over TLS and on loopback) or at least Origin with every POST; a request with neither
 * is a program's, and is refused when it brings a cookie, since then it may be an old browser.
 */
export function assertSameOrigin(headers: ReadableHeaders): void {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site !== null && site !== "same-origin")
    throw new AppError("forbidden", "requests from other sites are refused");
  if (origin !== null && !isSameHost(origin, headers.get("host"))) {
    throw new AppError("forbidden", "requests from other origins are refused");
  }
  if (site === null && origin === null && headers.get("cookie") !== null) {
    throw new AppError("forbidden", "a request with a cookie must say where it comes from");
  }
}

/** `null`, the origin of sandboxed frames and redirects, is nobody's and equals no host. */
function isSameHost(origin: string, host: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return /^https?:$/.test(url.protocol) && url.host === host?.toLowerCase();
}

/** Throws invalid-input unless the body is declared as JSON: a form of another site cannot declare that. */
export function assertJson(headers: ReadableHeaders): void {
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json")
    throw new AppError("invalid-input", "the content type must be application/json");
}
