/**
 * Checks host and origin of a request. The host allow-list prevents DNS rebinding. The origin check prevents writes
 * of other sites through a visitor's browser. Neither replaces sign-in.
 */
import { AppError } from "@/lib/model/app-error";

/** Headers of a request, as far as they are read. Tests and server components can provide them. */
export interface ReadableHeaders {
  readonly get: (name: string) => string | null;
}

const loopbackNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Returns the lower-case host of a Host header without its port. Undefined when malformed. */
function hostName(host: string | null): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(host ?? "");
  return match?.[1]?.toLowerCase();
}

/**
 * Returns whether a Host header is a loopback name or the host of `publicUrl`. Other spellings, such as a
 * trailing dot, are not allowed.
 */
export function isAllowedHost(host: string | null, publicUrl: URL | undefined): boolean {
  const name = hostName(host);
  return name !== undefined && (loopbackNames.has(name) || name === publicUrl?.hostname.toLowerCase());
}

/** Returns whether a Host header is a loopback name of this machine. */
export function isLoopbackHost(host: string | null): boolean {
  const name = hostName(host);
  return name !== undefined && loopbackNames.has(name);
}

/** Throws forbidden for a Host header that is not allowed, against DNS rebinding. */
export function assertAllowedHost(headers: ReadableHeaders, publicUrl: URL | undefined): void {
  if (isAllowedHost(headers.get("host"), publicUrl)) return;
  throw new AppError("forbidden", "this host name is not allowed");
}

/**
 * Throws forbidden unless a writing or expensive request is from Ridgepoint's pages or from a program. Browsers send
 * Sec-Fetch-Site (over TLS and on loopback) or at least Origin with every POST. A request with neither header is from a
 * program. If it has a cookie, it is refused, because it may be from an old browser.
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
    throw new AppError("forbidden", "a request with a cookie must have an Origin header");
  }
}

/** Origin `null`, of sandboxed frames and redirects, matches no host. */
function isSameHost(origin: string, host: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return /^https?:$/.test(url.protocol) && url.host === host?.toLowerCase();
}

/** Throws invalid-input unless the content type is JSON. A form of another site cannot send this type. */
export function assertJsonContentType(headers: ReadableHeaders): void {
  if (readContentType(headers) !== "application/json")
    throw new AppError("invalid-input", "the content type must be application/json");
}

const fileTypes: readonly (string | undefined)[] = ["application/octet-stream", "application/json"];

/** Throws invalid-input unless the content type is bytes or JSON. A form of another site can send neither. */
export function assertFileContentType(headers: ReadableHeaders): void {
  if (!fileTypes.includes(readContentType(headers)))
    throw new AppError("invalid-input", "the content type must be application/octet-stream");
}

function readContentType(headers: ReadableHeaders): string | undefined {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
}
