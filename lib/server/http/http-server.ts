/**
 * Access to the HTTP server of this process. The framework creates it and does not expose it, so it is taken from
 * Node's diagnostics channel of requests.
 */
import { subscribe } from "node:diagnostics_channel";
import type { Server, ServerResponse } from "node:http";
import { waitOrPending } from "@/lib/server/concurrency/pending-after";
import { getProcessMemory } from "@/lib/server/memory";

interface RequestStart {
  readonly server: Server;
  readonly response: ServerResponse;
}

interface ServerState {
  server: Server | undefined;
  /** When true, every response closes its connection, so that clients reconnect elsewhere. */
  closesConnections: boolean;
}

const closeIdleEveryMs = 100;

function serverState(): ServerState {
  return getProcessMemory("http-server", () => ({ server: undefined, closesConnections: false }));
}

/** Finds the HTTP server of the framework. Must be called once before the first request. */
export function watchHttpServer(): void {
  subscribe("http.server.request.start", (message) => {
    const { server, response } = message as RequestStart;
    serverState().server = server;
    if (serverState().closesConnections) response.shouldKeepAlive = false;
  });
}

/** Stops keep-alive. New connections are still accepted. */
export function stopKeepAlive(): void {
  serverState().closesConnections = true;
}

/**
 * Stops accepting connections. Returns true when all requests in flight finish within `limitMs`, otherwise closes
 * them.
 */
export async function closeHttpServer(limitMs: number): Promise<boolean> {
  const { server } = serverState();
  // A server without any request has nothing to finish.
  if (server === undefined) return true;
  // Connections whose response began before the shutdown stay open after it.
  const sweep = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const { kind } = await waitOrPending(limitMs, () => closed);
  clearInterval(sweep);
  if (kind === "pending") server.closeAllConnections();
  return kind !== "pending";
}
