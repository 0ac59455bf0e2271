/**
 * Stands between the app and a source and does to the traffic what networks and servers do on bad days: slow, silent,
 * gone, refusing, lying. One fault at a time, set by code (`proxy.set`) or by HTTP on a port of its own
 * (`GET /`, `PUT /fault`, `DELETE /fault`). Counts what arrives, so that a test can say "asked once".
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { answerWithFault, type Fault } from "./faults";
import { forward } from "./forward";

export interface FaultProxy {
  /** What the app is told to be the source. */
  readonly url: string;
  readonly controlUrl: string;
  /** Null takes the fault out. What hangs because of the old fault goes on hanging, as it would in the world. */
  readonly set: (fault: Fault | null) => Promise<void>;
  readonly counts: () => ProxyCounts;
  readonly resetCounts: () => void;
  readonly close: () => Promise<void>;
}

export interface ProxyCounts {
  /** Requests that reached the proxy, refused connections not among them. */
  readonly requests: number;
  readonly byPath: Readonly<Record<string, number>>;
  /** Requests not answered yet. */
  readonly open: number;
  /** Those of them whose answer has begun. */
  readonly begun: number;
}

export interface FaultProxyOptions {
  readonly targetUrl: string;
  /** Zero where not given: the system chooses. */
  readonly port?: number;
}

export async function startFaultProxy({ targetUrl, port = 0 }: FaultProxyOptions): Promise<FaultProxy> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  const byPath = new Map<string, number>();
  let requests = 0;
  const open = new Set<ServerResponse>();
  let fault: Fault | null = null;

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", target).pathname;
    requests += 1;
    open.add(response);
    byPath.set(path, (byPath.get(path) ?? 0) + 1);
    response.once("close", () => {
      open.delete(response);
    });
    handle(request, response, target, fault).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error("the proxy failed"));
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    // A test that cuts connections makes both ends complain; the requests above say what matters.
    socket.on("error", () => socket.destroy());
  });
  // A hanging request is a fault that was asked for, not one to clean up.
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  const proxyPort = await listen(server, port);

  const cutConnections = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const set = async (next: Fault | null): Promise<void> => {
    const wasDown = fault?.kind === "down";
    fault = next;
    if (next?.kind === "down" && !wasDown) {
      cutConnections();
      await close(server);
    } else if (next?.kind !== "down" && wasDown) await listen(server, proxyPort);
  };
  const counts = (): ProxyCounts => ({
    requests,
    byPath: Object.fromEntries(byPath),
    open: open.size,
    begun: [...open].filter(({ headersSent }) => headersSent).length,
  });
  const resetCounts = (): void => {
    requests = 0;
    byPath.clear();
  };
  const control = await startControl({ set, counts, resetCounts, fault: () => fault });
  return {
    url: `http://127.0.0.1:${proxyPort}`,
    controlUrl: `http://127.0.0.1:${control.port}`,
    set,
    counts,
    resetCounts,
    close: async () => {
      cutConnections();
      control.server.closeAllConnections();
      await Promise.all([server.listening ? close(server) : undefined, close(control.server)]);
    },
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  target: URL,
  fault: Fault | null,
): Promise<void> {
  if (fault === null || !(await answerWithFault(fault, request, response))) {
    await forward({ request, response, target, fault });
  }
}

interface Controls {
  readonly set: (fault: Fault | null) => Promise<void>;
  readonly counts: () => ProxyCounts;
  readonly resetCounts: () => void;
  readonly fault: () => Fault | null;
}

async function startControl(controls: Controls): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (request.method === "DELETE") await controls.set(null);
      if (request.method === "PUT") await controls.set(JSON.parse(Buffer.concat(chunks).toString()) as Fault);
      if (request.method === "POST") controls.resetCounts();
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ fault: controls.fault(), ...controls.counts() }));
    })().catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  return { server, port: await listen(server, 0) };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
  });
}
