/** A receiver of webhooks on this machine, which verifies signatures like the libraries of Standard Webhooks. */
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedMessage {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As sent. */
  readonly text: string;
  readonly body: unknown;
}

export interface Receiver {
  /** Address as in RIDGEPOINT_WEBHOOK_HOSTS. */
  readonly host: string;
  readonly url: string;
  readonly received: ReceivedMessage[];
  /** Status of the next responses. Null: the connection ends without a response. */
  status: number | null;
  readonly close: () => Promise<void>;
}

/** Starts a receiver on a free port. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedMessage[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      received.push({ headers: request.headers, text, body: JSON.parse(text) });
      if (receiver.status === null) request.socket.destroy();
      else response.writeHead(receiver.status, { location: "http://169.254.169.254/" }).end("noted");
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: Receiver = {
    host,
    url: `http://${host}/rollback`,
    received,
    status: 202,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
  return receiver;
}

/** Returns whether the signature of a message is that of the secret. */
export function isSigned({ headers, text }: ReceivedMessage, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${text}`;
  return headers["webhook-signature"] === `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}
