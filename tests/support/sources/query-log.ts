/** A proxy between the app and a metrics source that records queries and can delay individual ones. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface LoggedQuery {
  readonly path: string;
  readonly promql: string;
  readonly form: URLSearchParams;
}

export interface QueryLog {
  readonly url: string;
  readonly listQueries: () => readonly LoggedQuery[];
  readonly clearQueries: () => void;
  /** Each query waits for this promise before it is forwarded. */
  readonly delayQueries: (hold: (promql: string) => Promise<void> | undefined) => void;
  readonly close: () => void;
}

export async function startQueryLog(targetUrl: string): Promise<QueryLog> {
  let sent: LoggedQuery[] = [];
  let hold: (promql: string) => Promise<void> | undefined = () => undefined;

  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = new URL(request.url ?? "/", targetUrl);
    const body = await text(request);
    const isPost = request.method === "POST";
    const form = new URLSearchParams(isPost ? body : address.search);
    const promql = form.get("query") ?? "";
    sent.push({ path: address.pathname, promql, form });
    await hold(promql);
    const answer = await fetch(address, isPost ? { method: "POST", body: form } : {});
    const bytes = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { "content-type": "application/json" }).end(bytes);
  };

  const server = createServer((request, response) => {
    pass(request, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    listQueries: () => sent,
    clearQueries: () => {
      sent = [];
    },
    delayQueries: (next) => {
      hold = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
