/**
 * A proxy between the app and a source that injects faults: delays, hanging or refused connections, errors and
 * corrupted responses. One fault is active at a time, set in code (`proxy.set`) or over HTTP on a separate port (`GET
 * /`, `PUT /fault`, `DELETE /fault`). It counts requests.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { answerWithFault, type Fault } from "./faults";
import { forward } from "./forward";

export interface FaultProxy {
  /** URL to configure as the source's URL. */
  readonly url: string;
  readonly controlUrl: string;
  /** Forwards requests to another source from now on. */
  readonly redirect: (targetUrl: string) => void;
  /** Null removes the fault. Requests that already hang because of it keep hanging, as on a real network. */
  readonly set: (fault: Fault | null) => Promise<void>;
  readonly counts: () => ProxyCounts;
  readonly resetCounts: () => void;
  readonly close: () => Promise<void>;
}

export interface ProxyCounts {
  /** Requests that reached the proxy, without refused connections. */
  readonly requests: number;
  readonly byPath: Readonly<Record<string, number>>;
  /** Requests without a complete response. */
  readonly open: number;
  /** Open requests whose response has started. */
  readonly begun: number;
}

export interface FaultProxyOptions {
  readonly targetUrl: string;
  /** Zero by default: the system chooses. */
  readonly port?: number;
}

export async function startFaultProxy({ targetUrl, port = 0 }: FaultProxyOptions): Promise<FaultProxy> {
  let target = new URL(targetUrl);
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
    // Both ends report errors when a test cuts connections; the response handling above is sufficient.
    socket.on("error", () => socket.destroy());
  });
  // Hanging requests are intentional, so the server must not time them out.
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
    redirect: (nextUrl) => {
      target = new URL(nextUrl);
    },
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
