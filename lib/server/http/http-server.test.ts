import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteProcessState } from "@/lib/server/process-state";
import { closeHttpServer, configureHttpServer } from "./http-server";

const keepAliveMs = 75_000;
const limits = { quietMs: 5, maxQuietWaitMs: 5_000, drainMs: 5_000 };
let server: Server;

beforeAll(() => configureHttpServer(keepAliveMs));

beforeEach(async () => {
  deleteProcessState("http-server");
  server = createServer((_request, response) => response.end("done"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function openConnection(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  // A closed server resets connections, which the test of lost requests detects by the missing response.
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

const requestText = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

async function send(socket: Socket, path = "/"): Promise<string> {
  socket.write(requestText(path));
  const [data] = await once(socket, "data");
  return String(data);
}

/** Occupies the only thread, as other processes do on a starved machine. */
function block(durationMs: number): void {
  const endMs = performance.now() + durationMs;
  while (performance.now() < endMs);
}

test("keeps idle connections for the configured time, which is longer than the 60 s of load balancers", async () => {
  const socket = await openConnection();
  await send(socket);
  expect(server.keepAliveTimeout).toBe(keepAliveMs);
  expect(await send(socket)).toContain("timeout=75");
  socket.destroy();
});

test("answers requests that were sent before it closes, even if timers expired before it could read them", async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, openConnection));
  const [first] = sockets;
  await send(first!);
  const closing = (async () => {
    await wait(20);
    return closeHttpServer(limits);
  })();
  const responses = Promise.all(sockets.map((socket) => send(socket)));
  block(60);
  expect((await responses).every((text) => text.startsWith("HTTP/1.1 200"))).toBe(true);
  expect(await closing).toBe(true);
});

test("health checks do not delay the end", async () => {
  const socket = await openConnection();
  await send(socket);
  const checks = setInterval(() => socket.write(requestText("/api/health?probe=live")), 2);
  const startedMs = performance.now();
  expect(await closeHttpServer({ ...limits, quietMs: 30 })).toBe(true);
  clearInterval(checks);
  expect(performance.now() - startedMs).toBeLessThan(limits.maxQuietWaitMs);
});
