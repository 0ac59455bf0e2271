/**
 * Address of the client of a request. The framework does not pass it to endpoints, so it becomes a header, which
 * replaces any that the client sent.
 */
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { getProcessState } from "@/lib/server/process-state";
import type { ReadableHeaders } from "./request-guard";

/** Header in which the server passes the network address of the client to endpoints. */
export const clientAddressHeader = "x-ridgepoint-client-address";

/**
 * Makes the server add the address of its client to every request. Must be called before the first request.
 */
export function addClientAddressHeaders(): void {
  const state = getProcessState("client-addresses", () => ({ isWatching: false }));
  if (state.isWatching) return;
  state.isWatching = true;
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    request.headers[clientAddressHeader] = request.socket.remoteAddress ?? "unknown";
  });
}

/** Returns the address of the client, or null if the request is from this process. */
export function readClientAddress(headers: ReadableHeaders): string | null {
  return headers.get(clientAddressHeader);
}
