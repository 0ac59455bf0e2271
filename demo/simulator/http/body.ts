/** Reads and writes HTTP bodies with a size limit. A body that is too large or not JSON is an error with a status. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** An error to answer with this status. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const maxBytes = 8 * 1024 * 1024;

/** Returns the body as text. Throws HttpError 413 above 8 MiB. */
export async function readBodyText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > maxBytes) throw new HttpError(413, "the body is too large");
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Returns the parsed body; undefined for an empty one. Throws HttpError if it is too large or not JSON. */
export async function readBodyJson(request: IncomingMessage): Promise<unknown> {
  const text = await readBodyText(request);
  if (text === "") return undefined;
  if (!(request.headers["content-type"] ?? "").includes("json"))
    throw new HttpError(415, "the body must be JSON");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HttpError(
      400,
      `the body is not JSON: ${error instanceof Error ? error.message : "unreadable"}`,
    );
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
  });
  response.end(JSON.stringify(body));
}
