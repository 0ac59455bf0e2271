/**
 * The method TRACE, which would echo a caller's headers and which Fetch's `Request` cannot carry: the framework fails on it before
 * anything of ours is asked. It goes on under another name that nobody can send, and is refused like any method not taken.
 */
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { processMemory } from "./memory";

/** Node's own parser accepts no method of this name. */
export const renamedTrace = "TRACE-REFUSED";

/** Call before the first request. */
export function renameTrace(): void {
  const state = processMemory("trace-method", () => ({ isWatching: false }));
  if (state.isWatching) return;
  state.isWatching = true;
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    if (request.method === "TRACE") request.method = renamedTrace;
  });
}

/** The method as its caller named it. */
export function asSent(method: string): string {
  return method === renamedTrace ? "TRACE" : method;
}
