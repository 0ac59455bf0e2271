/** A Prometheus that answers only on demand, so that concurrent requests can be counted at any speed. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface HeldSource {
  readonly url: string;
  /** Number of requests that wait for a response. */
  readonly heldCount: () => number;
  /** Number of all received requests. */
  readonly receivedCount: () => number;
  /** Answers the waiting requests with an empty result. */
  readonly release: () => void;
  readonly close: () => void;
}

const nothing = JSON.stringify({ status: "success", data: { resultType: "vector", result: [] } });

export async function startHeldSource(): Promise<HeldSource> {
  const held = new Set<ServerResponse>();
  let received = 0;
  const server = createServer((request, response) => {
    request.resume();
    received += 1;
    held.add(response);
    response.once("close", () => held.delete(response));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heldCount: () => held.size,
    receivedCount: () => received,
    release: () => {
      for (const response of held)
        response.writeHead(200, { "content-type": "application/json" }).end(nothing);
      held.clear();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
