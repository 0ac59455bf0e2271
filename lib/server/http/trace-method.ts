/**
 * Handles the HTTP method TRACE, which would echo headers and which Fetch's `Request` does not support. The framework
 * fails on TRACE before our code runs. The method is therefore renamed to a method that no client can send, and then
 * refused like any unsupported method.
 */
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { getProcessState } from "@/lib/server/process-state";

/**
 * Name that replaces the TRACE method inside the server. Clients cannot send it, because Node's parser does
 * not accept it.
 */
export const renamedTraceMethod = "TRACE-REFUSED";

/** Replaces the TRACE method, which the framework cannot handle. Must be called before the first request. */
export function renameTraceMethod(): void {
  const state = getProcessState("trace-method", () => ({ isWatching: false }));
  if (state.isWatching) return;
  state.isWatching = true;
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    if (request.method === "TRACE") request.method = renamedTraceMethod;
  });
}

/** Returns the method as the client sent it, before TRACE was renamed. */
export function restoreMethodName(method: string): string {
  return method === renamedTraceMethod ? "TRACE" : method;
}
