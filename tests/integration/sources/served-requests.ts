/** HTTP servers on this machine that record the requests they receive. */
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface RecordingServer {
  /** Address as in RIDGEPOINT_SOURCE_HOSTS. */
  readonly host: string;
  readonly url: string;
  readonly received: { readonly url: string; readonly headers: IncomingMessage["headers"] }[];
  readonly close: () => Promise<void>;
}

/** Starts a server on a free port. */
export async function startRecordingServer(respond: RequestListener): Promise<RecordingServer> {
  const received: RecordingServer["received"] = [];
  const server = createServer((request, response) => {
    received.push({ url: request.url ?? "", headers: request.headers });
    respond(request, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    received,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
