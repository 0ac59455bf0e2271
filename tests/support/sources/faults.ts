/** Faults of the proxy, and its responses to faults that never reach the real source. */
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

export type Fault =
  /** Forwards after a delay. */
  | { readonly kind: "latency"; readonly ms: number; readonly jitterMs?: number }
  /** Accepts the request and never answers. */
  | { readonly kind: "hang" }
  /** Refuses connections. */
  | { readonly kind: "down" }
  /** Accepts the request and cuts the connection. */
  | { readonly kind: "reset" }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly body?: string;
      readonly retryAfterSeconds?: number;
    }
  /** Forwards the first part of the response and cuts the connection. */
  | { readonly kind: "truncate"; readonly keepRatio: number }
  /** A complete response with half a JSON document. */
  | { readonly kind: "half-json"; readonly keepRatio: number }
  /** Announces more bytes than it sends. */
  | { readonly kind: "wrong-length" }
  | { readonly kind: "html" }
  /** Adds warnings to the data. */
  | { readonly kind: "warnings"; readonly warnings: readonly string[] }
  /** Replaces every value. */
  | { readonly kind: "values"; readonly value: string }
  /** Adds an error status and message to the real data. */
  | { readonly kind: "error-with-data"; readonly error: string }
  /** Sends the header line by line over this time. */
  | { readonly kind: "slow-header"; readonly ms: number }
  | { readonly kind: "bandwidth"; readonly bytesPerSecond: number }
  | { readonly kind: "huge"; readonly bytes: number; readonly announce?: boolean }
  | { readonly kind: "garbled-gzip" }
  /** Answers every query with this many series of one sample. */
  | { readonly kind: "many-series"; readonly count: number; readonly labelBytes?: number };

const loginPage = "<!doctype html><html><head><title>Sign in</title></head><body><form></form></body></html>";

/** Answers the request, or returns false for faults that modify a real response. */
export async function answerWithFault(
  fault: Fault,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  switch (fault.kind) {
    case "hang":
      request.resume();
      return true;
    case "down":
    case "reset":
      request.socket.resetAndDestroy();
      return true;
    case "status":
      if (fault.retryAfterSeconds !== undefined) response.setHeader("retry-after", fault.retryAfterSeconds);
      response.writeHead(fault.status).end(fault.body ?? "");
      return true;
    case "html":
      response.writeHead(200, { "content-type": "text/html" }).end(loginPage);
      return true;
    case "garbled-gzip":
      response
        .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
        .end(Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
      return true;
    case "many-series":
      sendManySeries(fault, request, response);
      return true;
    case "huge":
      await sendHuge(fault, response);
      return true;
    case "slow-header":
      await sendHeaderSlowly(fault.ms, request);
      return true;
    case "latency":
      await wait(fault.ms + Math.random() * (fault.jitterMs ?? 0));
      return false;
    default:
      return false;
  }
}

/** Returns the real response's bytes as modified by the fault. */
export function applyFaultToBody(fault: Fault, body: Buffer): Buffer {
  switch (fault.kind) {
    case "half-json":
      return body.subarray(0, Math.floor(body.length * fault.keepRatio));
    case "warnings":
      return editJson(body, (answer) => ({ ...answer, warnings: fault.warnings }));
    case "error-with-data":
      return editJson(body, (answer) => ({
        ...answer,
        status: "error",
        errorType: "internal",
        error: fault.error,
      }));
    case "values":
      return Buffer.from(
        body
          .toString("utf8")
          .replace(/(\[\d+(?:\.\d+)?,)"[^"]*"\]/g, (_all, time: string) => `${time}"${fault.value}"]`),
      );
    default:
      return body;
  }
}

function editJson(body: Buffer, edit: (answer: object) => object): Buffer {
  return Buffer.from(JSON.stringify(edit(JSON.parse(body.toString("utf8")) as object)));
}

function sendManySeries(
  { count, labelBytes = 0 }: Extract<Fault, { readonly kind: "many-series" }>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const isRange = request.url?.includes("query_range") === true;
  const atSeconds = Math.floor(Date.now() / 1_000);
  const padding = "x".repeat(labelBytes);
  const result = Array.from({ length: count }, (_, index) => ({
    metric: { id: `${index}${padding}` },
    ...(isRange ? { values: [[atSeconds, "1"]] } : { value: [atSeconds, "1"] }),
  }));
  const data = { resultType: isRange ? "matrix" : "vector", result };
  request.resume();
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ status: "success", data }));
}

async function sendHuge(
  { bytes, announce }: { readonly bytes: number; readonly announce?: boolean },
  response: ServerResponse,
): Promise<void> {
  const head = '{"status":"success","data":{"resultType":"matrix","result":[]},"padding":"';
  const headers = {
    "content-type": "application/json",
    ...(announce === true ? { "content-length": bytes } : {}),
  };
  response.writeHead(200, headers);
  response.write(head);
  const chunk = Buffer.alloc(64 * 1024, "x");
  const disconnected = new AbortController();
  const whenClosed = new Promise<void>((resolve) => {
    response.once("close", () => {
      resolve();
      disconnected.abort();
    });
  });
  for (let sent = head.length; sent < bytes && !response.destroyed; sent += chunk.length) {
    if (response.write(chunk)) continue;
    await Promise.race([once(response, "drain", { signal: disconnected.signal }), whenClosed]);
  }
  response.end('"}');
}

async function sendHeaderSlowly(ms: number, request: IncomingMessage): Promise<void> {
  const { socket } = request;
  const lines = [
    "HTTP/1.1 200 OK\r\n",
    ...Array.from({ length: 18 }, (_, index) => `x-slow-${index}: 1\r\n`),
  ];
  for (const line of lines) {
    if (socket.destroyed) return;
    socket.write(line);
    await wait(ms / lines.length);
  }
  socket.end("content-length: 2\r\ncontent-type: application/json\r\n\r\n{}");
}
