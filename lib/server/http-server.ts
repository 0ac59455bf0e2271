/**
 * The HTTP server of this process. The web framework makes it and hands it to nobody, so it is learned from the requests it
 * serves, by the channel on which Node tells of them.
 */
import { subscribe } from "node:diagnostics_channel";
import type { Server, ServerResponse } from "node:http";
import { processMemory } from "./memory";

interface RequestStart {
  readonly server: Server;
  readonly response: ServerResponse;
}

interface ServerState {
  server: Server | undefined;
  /** From then on every answer asks its connection to be closed, so that callers go elsewhere with the next request. */
  closesConnections: boolean;
}

const closeIdleEveryMs = 100;

function serverState(): ServerState {
  return processMemory("http-server", () => ({ server: undefined, closesConnections: false }));
}

/** Call once, before the first request. */
export function watchHttpServer(): void {
  subscribe("http.server.request.start", (message) => {
    const { server, response } = message as RequestStart;
    serverState().server = server;
    if (serverState().closesConnections) response.shouldKeepAlive = false;
  });
}

/** Connections are no longer kept for a next request; new ones are still taken. */
export function stopKeepAlive(): void {
  serverState().closesConnections = true;
}

/** Takes no new connections; true when every request in flight was answered within `limitMs`, else they are cut. */
export async function closeHttpServer(limitMs: number): Promise<boolean> {
  const { server } = serverState();
  // A server that was never asked anything has nothing to finish.
  if (server === undefined) return true;
  // A connection whose answer began before we let go stays open after it.
  const sweep = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    limit = setTimeout(() => resolve(false), limitMs);
  });
  const closed = new Promise<true>((resolve) => {
    server.close(() => resolve(true));
  });
  const isDone = await Promise.race([closed, late]);
  clearInterval(sweep);
  clearTimeout(limit);
  if (!isDone) server.closeAllConnections();
  return isDone;
}
