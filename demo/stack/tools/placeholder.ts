// Answers on the ports of a part that is not available yet: status 503 with the reason.
import { createServer, type Server } from "node:http";

/** A server that answers with errors on the ports of a part that is not ready. */
export interface PortPlaceholder {
  /** Frees the ports; repeated calls wait for the first. */
  readonly release: () => Promise<void>;
}

/**
 * Answers requests on the ports with an error. `getReason` is called for each answer. The body has the form of
 * Jaeger's errors, which other clients ignore.
 */
export async function startPlaceholder(
  ports: readonly number[],
  getReason: () => string,
): Promise<PortPlaceholder> {
  const servers = await Promise.all(ports.map((port) => listen(answerWith(getReason), port)));
  let released: Promise<unknown> | undefined;
  return {
    release: async () => {
      released ??= Promise.all(servers.map(close));
      await released;
    },
  };
}

function answerWith(reason: () => string): Server {
  return createServer((_, response) => {
    response.writeHead(503, { "content-type": "text/plain; charset=utf-8", "retry-after": "5" });
    response.end(`${JSON.stringify({ error: { httpCode: 503, message: reason() } })}\n`);
  });
}

function listen(server: Server, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host: "127.0.0.1" }, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
