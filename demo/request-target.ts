/**
 * Reads what a request asks for. `new URL` alone would throw for some of what anybody can send, and would take the second
 * segment of a path that begins with two slashes for a host.
 */

/** Path and query of a request's target; undefined when it is malformed, which is a 400. */
export function readTarget(target: string | undefined): URL | undefined {
  const text = target ?? "/";
  return URL.parse(text.startsWith("/") ? `http://localhost${text}` : text) ?? undefined;
}
