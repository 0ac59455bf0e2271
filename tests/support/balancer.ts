/**
 * A load balancer as small as it can be: requests go in turn to the servers whose readiness was good when last asked, over
 * connections that are kept. It repeats nothing, so that every lost request shows.
 */
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Balancer {
  readonly url: string;
  readonly close: () => void;
}

const checkEveryMs = 250;

export async function startBalancer(servers: readonly string[]): Promise<Balancer> {
  const ready = new Set(servers);
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  const checkReadiness = async (server: string): Promise<void> => {
    try {
      const { ok } = await fetch(`${server}/api/health?probe=ready`, { signal: AbortSignal.timeout(2_000) });
      if (ok) ready.add(server);
      else ready.delete(server);
    } catch (error) {
      // Refused is gone; merely slow on a busy machine is not.
      if (!(error instanceof DOMException)) ready.delete(server);
    }
  };
  const checkTimer = setInterval(() => {
    for (const server of servers) void checkReadiness(server);
  }, checkEveryMs);

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    turn += 1;
    const [server] = [...ready].slice(turn % Math.max(1, ready.size));
    if (server === undefined) {
      outgoing.writeHead(503).end();
      return;
    }
    const { host } = new URL(server);
    const passed = request(`${server}${incoming.url}`, { agent, headers: { host } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502);
      answer.pipe(outgoing);
    });
    passed.on("error", (error) => outgoing.writeHead(502).end(error.message));
    passed.end();
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      clearInterval(checkTimer);
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
