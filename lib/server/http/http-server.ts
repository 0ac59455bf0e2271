/**
 * Access to the HTTP server of this process. The framework creates it and does not expose it, so it is taken from
 * Node's diagnostics channel of requests.
 */
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import { getProcessState } from "@/lib/server/process-state";

interface RequestStart {
  readonly server: Server;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface ServerState {
  server: Server | undefined;
  /** When true, every response closes its connection, so that clients reconnect elsewhere. */
  closesConnections: boolean;
  /** Number of requests that started, except health checks. */
  requestCount: number;
}

/** How long the server waits for requests before it ends. */
export interface DrainLimits {
  /** The server closes after no request has arrived for this time. */
  readonly quietMs: number;
  /** Maximum time to wait for `quietMs` without a request. */
  readonly maxQuietWaitMs: number;
  /** Maximum time for requests in flight. */
  readonly drainMs: number;
}

const closeIdleEveryMs = 100;

function serverState(): ServerState {
  return getProcessState("http-server", () => ({
    server: undefined,
    closesConnections: false,
    requestCount: 0,
  }));
}

/**
 * Finds the HTTP server of the framework, and keeps its idle connections open for `keepAliveMs`. Must be called once
 * before the first request.
 */
export function configureHttpServer(keepAliveMs: number): void {
  subscribe("http.server.request.start", (message) => {
    const { server, request, response } = message as RequestStart;
    const state = serverState();
    state.server = server;
    server.keepAliveTimeout = keepAliveMs;
    if (request.url?.startsWith("/api/health") !== true) state.requestCount += 1;
    if (state.closesConnections) response.shouldKeepAlive = false;
  });
}

/** Stops keep-alive. New connections are still accepted. */
export function stopKeepAlive(): void {
  serverState().closesConnections = true;
}

/**
 * Stops accepting connections once no further requests arrive. Returns true when all requests in flight finish within
 * `drainMs`, otherwise closes them.
 */
export async function closeHttpServer({ quietMs, maxQuietWaitMs, drainMs }: DrainLimits): Promise<boolean> {
  const { server } = serverState();
  // A server without any request has nothing to finish.
  if (server === undefined) return true;
  await waitForQuiet(quietMs, maxQuietWaitMs);
  // Connections whose response began before the shutdown stay open after it.
  const sweep = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const { kind } = await waitOrReturnPending(drainMs, () => closed);
  clearInterval(sweep);
  if (kind === "pending") server.closeAllConnections();
  return kind !== "pending";
}

/**
 * Waits until no request has arrived for `quietMs`. Without CPU time, requests wait in the kernel while timers expire,
 * and closing their connections would reset them.
 */
async function waitForQuiet(quietMs: number, maxWaitMs: number): Promise<void> {
  const endMs = performance.now() + maxWaitMs;
  for (;;) {
    const countBefore = serverState().requestCount;
    await wait(quietMs);
    // The first turn accepts connections that wait, the second reads their requests.
    await nextTurn();
    await nextTurn();
    if (serverState().requestCount === countBefore || performance.now() >= endMs) return;
  }
}
