/**
 * A minimal load balancer with keep-alive connections: requests rotate among the servers that were ready at the last
 * check. It retries nothing, so that every lost request is visible.
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
      // A refused connection means that the server has stopped; a timeout on a busy machine does not.
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
