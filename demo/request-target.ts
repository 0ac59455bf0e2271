/**
 * Parses the target of an HTTP request. `new URL` alone would throw for malformed targets, and would read the second
 * segment of a path that begins with two slashes as a host.
 */

/** Returns path and query of a request's target. Undefined for a malformed target, which a server answers with 400. */
export function parseRequestTarget(target: string | undefined): URL | undefined {
  const text = target ?? "/";
  return URL.parse(text.startsWith("/") ? `http://localhost${text}` : text) ?? undefined;
}
