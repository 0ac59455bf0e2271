/** Forwards a request to the real source and returns its response, modified by the fault if there is one. */
import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { applyFaultToBody, type Fault } from "./faults";

export interface ForwardedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: URL;
  readonly fault: Fault | null;
}

export async function forward(passage: ForwardedRequest): Promise<void> {
  const { response, fault } = passage;
  const answer = await requestTarget(passage);
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const real = Buffer.concat(chunks);
  const body = fault === null ? real : applyFaultToBody(fault, real);
  const headers = { ...answer.headers };
  delete headers["transfer-encoding"];
  const announced = fault?.kind === "wrong-length" ? body.length + 100 : body.length;
  response.writeHead(answer.statusCode ?? 502, { ...headers, "content-length": announced });
  if (fault?.kind === "truncate" || fault?.kind === "wrong-length") {
    const sentBytes = fault.kind === "truncate" ? Math.floor(body.length * fault.keepRatio) : body.length;
    // Both ends receive the bytes before the connection closes.
    response.write(body.subarray(0, sentBytes), () => response.destroy());
    return;
  }
  if (fault?.kind === "bandwidth") await trickle(response, body, fault.bytesPerSecond);
  response.end(fault?.kind === "bandwidth" ? undefined : body);
}

function requestTarget({ request, response, target }: ForwardedRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        host: target.hostname,
        port: target.port,
        path: request.url,
        method: request.method,
        headers: { ...request.headers, host: target.host },
      },
      resolve,
    );
    outgoing.once("error", reject);
    // The client has disconnected, so the source's work is cancelled.
    response.once("close", () => outgoing.destroy());
    request.pipe(outgoing);
  });
}

async function trickle(response: ServerResponse, body: Buffer, bytesPerSecond: number): Promise<void> {
  const pieceBytes = Math.max(1, Math.floor(bytesPerSecond / 20));
  for (let at = 0; at < body.length && !response.destroyed; at += pieceBytes) {
    response.write(body.subarray(at, at + pieceBytes));
    await wait(50);
  }
}
