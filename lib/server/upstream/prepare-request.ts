/**
 * Builds the HTTP request to a source. It sends only configured headers and the server's, never those of the viewer's
 * request, and never leaves the base URL.
 */
import { assert } from "@/lib/base/assert";
import type { SourceCredentials } from "@/lib/model/sources/source-credentials";
import type { UpstreamRequest } from "@/lib/model/sources/upstream";
import { trimTrailing } from "@/lib/base/trim-characters";

/**
 * A request as it is sent: with complete path, headers and credentials. `body` is null for a request without
 * a form.
 */
export interface PreparedRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** URL and credentials of a source. */
export interface SourceAddress {
  readonly url: string;
  readonly credentials: SourceCredentials;
}

/**
 * Adds the path of the source's URL, the credentials and the usual headers to a request. Throws
 * AssertionError for an invalid path.
 */
export function prepareRequest(address: SourceAddress, request: UpstreamRequest): PreparedRequest {
  assert(/^\/[\w\-./:~%]*$/.test(request.path), `invalid path of a source request: ${request.path}`);
  assert(!request.path.split("/").includes(".."), "a path must not contain ..");
  const base = new URL(address.url);
  const path = trimTrailing(base.pathname, "/") + request.path;
  const query = encode(request.query);
  const body = request.form === undefined ? null : encode(request.form);
  return {
    origin: base.origin,
    path: query === "" ? path : `${path}?${query}`,
    method: request.method,
    headers: {
      ...lowerCaseNames(address.credentials.headers),
      ...authorization(address.credentials),
      accept: "application/json",
      "user-agent": "ridgepoint",
      // On the same network, compression costs a source several times more than sending plain bytes.
      "accept-encoding": isPrivateHostname(base.hostname) ? "identity" : "gzip",
      ...(body === null ? {} : { "content-type": "application/x-www-form-urlencoded" }),
    },
    body,
  };
}

/** Returns host and port for messages. */
export function extractHost(url: string): string {
  return new URL(url).host;
}

function encode(pairs: UpstreamRequest["query"]): string {
  return (pairs ?? []).map(([name, value]) => `${formText(name)}=${formText(value)}`).join("&");
}

/** Encodes a form field. Queries are long, and URLSearchParams encodes them character by character. */
function formText(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("%20", "+");
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function authorization(credentials: SourceCredentials): { readonly authorization?: string } {
  if (credentials.bearerToken !== undefined) return { authorization: `Bearer ${credentials.bearerToken}` };
  if (credentials.basic === undefined) return {};
  const { username, password } = credentials.basic;
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
}

const privateAddresses = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\]$|\[f[cd]|\[fe80:)/i;
const localNames = /(?:^localhost$|^[^.[\]]+$|\.(?:local|internal|lan|svc|svc\.cluster\.local|localhost)$)/i;

/** Returns true for loopback, private networks and names that only such networks resolve. */
export function isPrivateHostname(hostname: string): boolean {
  return privateAddresses.test(hostname) || localNames.test(hostname);
}
