/** A Prometheus that answers nothing until it is told to: what is under way at the same time can be counted, at any speed. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface HeldSource {
  readonly url: string;
  /** Requests that wait for their answer now. */
  readonly heldCount: () => number;
  /** All that ever came. */
  readonly receivedCount: () => number;
  /** Answers what waits, with nothing found. */
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
