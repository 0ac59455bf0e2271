/** Serves one of the product's route handlers over HTTP, without the web framework. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ServedEndpoint {
  readonly url: string;
  readonly close: () => void;
}

type RouteHandler = (
  request: Request,
  context: { readonly params: Promise<Readonly<Record<string, never>>> },
) => Promise<Response>;

export async function serveEndpoint(handler: RouteHandler): Promise<ServedEndpoint> {
  const server = createServer((incoming, outgoing) => {
    serve(handler, incoming, outgoing).catch((error: unknown) => outgoing.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function serve(
  handler: RouteHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const address = `http://${incoming.headers.host ?? ""}${incoming.url ?? ""}`;
  const { method = "GET" } = incoming;
  const body = method === "GET" ? {} : { body: Buffer.concat(chunks) };
  const answer = await handler(new Request(address, { method, headers, ...body }), {
    params: Promise.resolve({}),
  });
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  outgoing.end(Buffer.from(await answer.arrayBuffer()));
}
