/**
 * Requests from the browser to our endpoints, typed by their contracts. Distinguishes error responses from network
 * failures.
 */
import { backgroundHeader } from "@/lib/base/sign-in";
import type { Problem } from "@/lib/model/problem";

/** Error response of an endpoint. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** Request without a response: the server or the network is down. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

/** Method, parameters, body and preconditions of a request. */
export interface FetchOptions {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  /** Parameters that are null or undefined are omitted. */
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly body?: unknown;
  /** A JSON file, sent unchanged instead of `body`. */
  readonly file?: Blob;
  /** A file of any kind, sent unchanged instead of `body`. */
  readonly bytes?: Blob;
  /** Makes a repeated write idempotent. */
  readonly idempotencyKey?: string;
  /** Version that the edit is based on. */
  readonly ifMatch?: number;
  readonly signal?: AbortSignal;
}

function urlOf(path: string, query: FetchOptions["query"]): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

async function send(path: string, options: FetchOptions): Promise<Response> {
  const method = options.method ?? "GET";
  const content = options.bytes ?? options.file;
  const init: RequestInit = {
    method,
    headers: {
      accept: "application/json",
      ...(isBackground() && { [backgroundHeader]: "1" }),
      ...(method === "GET"
        ? {}
        : { "content-type": options.bytes ? "application/octet-stream" : "application/json" }),
      ...(options.idempotencyKey === undefined ? {} : { "idempotency-key": options.idempotencyKey }),
      ...(options.ifMatch === undefined ? {} : { "if-match": `"${options.ifMatch}"` }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(content && { body: content }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
  try {
    return await fetch(urlOf(path, options.query), init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new NetworkError("The Ridgepoint server does not respond", { cause: error });
  }
}

/**
 * Sends a request and returns the response. `T` is the contract's response type; the browser does not validate it
 * again. Throws ProblemError, NetworkError, or the DOMException of an abort.
 */
export async function fetchJson<T>(path: `/api/${string}`, options: FetchOptions = {}): Promise<T> {
  const response = await send(path, options);
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new NetworkError(`the server response (${response.status}) is not JSON`, { cause });
  });
  if (response.ok) return body as T;
  throw createProblemError(body);
}

/** True while the person signs out. */
let isSigningOut = false;

/**
 * Runs the request that ends the session. From then on, a refused poll does not reload the page. After a reload, the
 * sign-in page would lead the next person who signs in to this page.
 */
export async function endSession<T>(end: () => Promise<T>): Promise<T> {
  isSigningOut = true;
  try {
    return await end();
  } catch (error) {
    isSigningOut = false;
    throw error;
  }
}

/**
 * Creates the error of a problem response. If the session has ended, it also reloads the page. The server then redirects
 * to the sign-in page, which leads back to the present page.
 */
function createProblemError(body: unknown): ProblemError {
  const error = new ProblemError(body as Problem);
  if (error.problem.code === "sign-in-required" && !isSigningOut) globalThis.location?.reload();
  return error;
}

/** Returns whether a request does not count as use of the session, because no person sees the page or a wall display shows it. */
function isBackground(): boolean {
  return globalThis.document?.hidden || globalThis.location?.pathname === "/kiosk";
}

/** Sends a request and returns the file in the response. Throws like `fetchJson`. */
export async function fetchFile(path: `/api/${string}`, options: FetchOptions = {}): Promise<Blob> {
  const response = await send(path, options);
  if (response.ok) return response.blob();
  const problem: unknown = await response.json().catch((cause: unknown) => {
    throw new NetworkError(`the server response (${response.status}) is not JSON`, { cause });
  });
  throw createProblemError(problem);
}
