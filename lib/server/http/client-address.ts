/**
 * Address of the client of a request. The framework does not pass it to endpoints, so the server stores it in a header of
 * the request. It replaces a header of this name that the client sent.
 */
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { AddressTest } from "@/lib/server/environment/network-list";
import { getProcessState } from "@/lib/server/process-state";
import type { ReadableHeaders } from "./request-guard";

/** Header in which the server passes the network address of the client to endpoints. */
export const clientAddressHeader = "x-ridgepoint-client-address";

/** Header in which the server passes the address of the connection, which may be the address of a proxy. */
const connectionAddressHeader = "x-ridgepoint-connection-address";

/**
 * Makes the server add the address of the client to every request. X-Forwarded-For is read only on connections from
 * addresses for which `isProxy` returns true. Must be called before the first request.
 */
export function addClientAddressHeaders(isProxy: AddressTest = () => false): void {
  const state = getProcessState("client-addresses", () => ({ isWatching: false }));
  if (state.isWatching) return;
  state.isWatching = true;
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    const connection = request.socket.remoteAddress ?? "unknown";
    request.headers[connectionAddressHeader] = connection;
    const forwarded = String(request.headers["x-forwarded-for"] ?? "");
    request.headers[clientAddressHeader] = findClientAddress(connection, { forwarded, isProxy });
  });
}

interface ForwardedAddresses {
  /** Value of X-Forwarded-For. Each proxy adds the address of its client at the end. */
  readonly forwarded: string;
  readonly isProxy: AddressTest;
}

/**
 * Returns the address of the client: the last forwarded address that does not belong to a proxy. A client can forge only
 * the entries before this address. If an entry is invalid, the address of the proxy that added it is returned.
 */
export function findClientAddress(connection: string, { forwarded, isProxy }: ForwardedAddresses): string {
  let address = connection;
  for (const entry of forwarded.split(",").toReversed()) {
    const next = withoutPort(entry.trim());
    if (!isProxy(address) || isIP(next) === 0) break;
    address = next;
  }
  return address;
}

/** Returns the address without the port that some proxies add. */
function withoutPort(entry: string): string {
  return entry.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1").replace(/^\[([^\]]*)\](?::\d+)?$/, "$1");
}

/** Returns the address of the client, or null if the request is from this process. */
export function readClientAddress(headers: ReadableHeaders): string | null {
  return headers.get(clientAddressHeader);
}

/** Returns the address of the connection, or null if the request is from this process. */
export function readConnectionAddress(headers: ReadableHeaders): string | null {
  return headers.get(connectionAddressHeader) ?? readClientAddress(headers);
}
