// A small replacement for Jaeger: receives traces over OTLP/HTTP as JSON and answers Jaeger's query API from memory.
// Used where Jaeger is not available, and in tests of servers with only one query API.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { ZodError } from "zod";
import { parseRequestTarget } from "../../request-target";
import { answerOldApi, createOldApiResponse } from "./old-api";
import { parseExport } from "./otlp";
import { RejectedRequestError } from "./parameters";
import { createTraceStore, type TraceStore } from "./store";
import { answerTempoApi } from "./tempo-api";
import { answerV3Api } from "./v3-api";

/** Supported query APIs: only Jaeger's v3, only its older one, both, or Tempo's instead. */
export const queryApis = ["v3", "old", "both", "tempo"] as const;
export type QueryApi = (typeof queryApis)[number];

export interface TraceStoreOptions {
  readonly api: QueryApi;
  /** 0 lets the system choose a port. */
  readonly queryPort: number;
  readonly otlpPort: number;
  readonly maxTraces?: number;
  /** Returns the current time in epoch milliseconds. */
  readonly now?: () => number;
}

export interface RunningTraceStore {
  readonly queryUrl: string;
  readonly otlpUrl: string;
  readonly stop: () => Promise<void>;
}

const DEFAULT_MAX_TRACES = 20_000;
const MAX_BODY_BYTES = 32 * 1024 * 1024;
const TEXT = "text/plain; charset=utf-8";
const JSON_TYPE = "application/json";

/** Version in the page from which clients read Jaeger's version. */
const traceStoreVersion = "trace-store";

/** Starts the query and OTLP servers. */
export async function startTraceStore(options: TraceStoreOptions): Promise<RunningTraceStore> {
  const store = createTraceStore(options.maxTraces ?? DEFAULT_MAX_TRACES);
  const now = options.now ?? Date.now;
  const query = createServer((request, response) => {
    try {
      answerQuery(request, response, { store, now, api: options.api });
    } catch (error) {
      fail(response, error);
    }
  });
  const otlp = createServer((request, response) => {
    answerExport(request, response, store).catch((error: unknown) => fail(response, error));
  });
  await Promise.all([listen(query, options.queryPort), listen(otlp, options.otlpPort)]);
  return {
    queryUrl: urlOf(query),
    otlpUrl: urlOf(otlp),
    stop: async () => {
      await Promise.all([close(query), close(otlp)]);
    },
  };
}

interface QueryContext {
  readonly store: TraceStore;
  readonly now: () => number;
  readonly api: QueryApi;
}

function answerQuery(
  request: IncomingMessage,
  response: ServerResponse,
  { store, now, api }: QueryContext,
): void {
  const target = parseRequestTarget(request.url);
  if (target === undefined) return send(response, 400, TEXT, "400 bad request\n");
  const { pathname, searchParams } = target;
  const [, v3Path] = /^\/api\/v3\/(.+)$/.exec(pathname) ?? [];
  const [, oldPath] = /^\/api\/(.+)$/.exec(pathname) ?? [];
  try {
    if (request.method !== "GET") return send(response, 405, TEXT, "405 method not allowed\n");
    if (api === "tempo" && oldPath !== undefined)
      return answerAsTempo(response, oldPath, searchParams, store);
    if (v3Path !== undefined) {
      const answer = api === "old" ? undefined : answerV3Api(v3Path, searchParams, store);
      return answer === undefined ? notFound(response) : send(response, 200, TEXT, JSON.stringify(answer));
    }
    if (oldPath !== undefined) {
      const answer = api === "v3" ? undefined : answerOldApi(oldPath, searchParams, { store, nowMs: now() });
      return answer === undefined
        ? notFound(response)
        : send(response, 200, JSON_TYPE, JSON.stringify(answer));
    }
    return pathname === "/" ? send(response, 200, "text/html; charset=utf-8", page()) : notFound(response);
  } catch (error) {
    if (!(error instanceof RejectedRequestError)) throw error;
    const { status, message } = error;
    const body =
      v3Path === undefined
        ? createOldApiResponse(null, [{ code: status, msg: message }])
        : { error: { httpCode: status, message } };
    // Jaeger sends its errors as plain text.
    return send(response, status, TEXT, `${JSON.stringify(body)}\n`);
  }
}

function answerAsTempo(
  response: ServerResponse,
  path: string,
  parameters: URLSearchParams,
  store: TraceStore,
): void {
  try {
    const answer = answerTempoApi(path, parameters, store);
    if (answer === undefined) return notFound(response);
    return typeof answer === "string"
      ? send(response, 200, TEXT, answer)
      : send(response, 200, JSON_TYPE, JSON.stringify(answer));
  } catch (error) {
    if (!(error instanceof RejectedRequestError)) throw error;
    // Tempo's errors are bare text.
    return send(response, error.status, TEXT, error.message);
  }
}

async function answerExport(
  request: IncomingMessage,
  response: ServerResponse,
  store: TraceStore,
): Promise<void> {
  if (request.url !== "/v1/traces") return notFound(response);
  if (request.method !== "POST")
    return send(response, 405, TEXT, "405 method not allowed, supported: [POST]");
  if (!(request.headers["content-type"] ?? "").startsWith(JSON_TYPE)) {
    return send(response, 415, TEXT, "415 unsupported media type, supported: [application/json]");
  }
  try {
    const body = await readBody(request);
    store.add(
      parseExport((request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString()),
    );
    return send(response, 200, JSON_TYPE, JSON.stringify({ partialSuccess: {} }));
  } catch (error) {
    if (error instanceof RejectedRequestError) return send(response, error.status, TEXT, error.message);
    const isMalformed = error instanceof SyntaxError || error instanceof ZodError || isGzipError(error);
    if (!isMalformed) throw error;
    return send(response, 400, JSON_TYPE, JSON.stringify({ code: 3, message: error.message }));
  }
}

function isGzipError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) throw new RejectedRequestError(413, "413 request body too large");
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

function page(): string {
  const version = JSON.stringify({ gitCommit: "", gitVersion: traceStoreVersion, buildDate: "" });
  return `<!DOCTYPE html>\n<title>Trace store</title>\n<pre>\nJAEGER_VERSION = ${version};\n</pre>\n`;
}

/** Ends only the failed request. */
function fail(response: ServerResponse, error: unknown): void {
  console.error(error);
  if (response.headersSent) response.destroy();
  else send(response, 500, TEXT, "500 internal server error\n");
}

function notFound(response: ServerResponse): void {
  send(response, 404, TEXT, "404 page not found\n");
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, { "content-type": contentType, "content-length": Buffer.byteLength(body) });
  response.end(body);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host: "127.0.0.1" }, () => resolve());
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}

function urlOf(server: Server): string {
  const address = server.address() as AddressInfo;
  return `http://127.0.0.1:${address.port}`;
}
