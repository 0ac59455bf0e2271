/** Requests an endpoint of a running Ridgepoint server. */
import { randomUUID } from "node:crypto";
import { unknownDeployment } from "@/lib/model/deployment/unknown-deployment";
import type { Problem, ProblemCode } from "@/lib/model/problem";
import type { ApiServer } from "./options";
import { createFailure, type CliOutcome } from "./outcome";

const requestTimeoutMs = 75_000;

/** Response of the server, or the outcome with which the program ends. */
export type ApiResult<T> =
  | { readonly kind: "success"; readonly body: T }
  /** The code is null if the server did not respond with a problem document. */
  | { readonly kind: "failure"; readonly outcome: CliOutcome; readonly code: ProblemCode | null };

/** Query, body and advice of a request. */
export interface ApiRequestOptions {
  readonly query?: Readonly<Record<string, string>>;
  /** Body of a POST request. The request gets an idempotency key, so that the server executes it only once. */
  readonly body?: object;
  /** File that is sent unchanged instead of `body`. Absent if no file is sent. */
  readonly file?: Uint8Array<ArrayBuffer>;
  /** Advice for terminal users by problem code. For other codes, the advice of the server is printed. */
  readonly advice?: Partial<Record<ProblemCode, string>>;
}

/**
 * Sends a request to `path` of the server, with the token. `T` is the response type of the path's contract.
 * Responses are not validated again, because the server has validated them.
 */
export async function requestApi<T>(
  { url, token }: ApiServer,
  path: `/api/v1/${string}`,
  { query = {}, body, file, advice = {} }: ApiRequestOptions,
): Promise<ApiResult<T>> {
  try {
    const search = new URLSearchParams(query).toString();
    const response = await fetch(`${url}${path}${search === "" ? "" : `?${search}`}`, {
      signal: AbortSignal.timeout(requestTimeoutMs),
      // Another server must not receive the token.
      redirect: token === undefined ? "follow" : "error",
      headers: {
        accept: "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : createPostHeaders("application/json")),
        ...(file === undefined ? {} : createPostHeaders("application/octet-stream")),
      },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      ...(file === undefined ? {} : { method: "POST", body: file }),
    });
    const received: unknown = await response.json();
    if (response.ok) return { kind: "success", body: received as T };
    const code = isProblem(received) ? received.code : null;
    return {
      kind: "failure",
      outcome: responseError(received, { status: response.status, url, advice }),
      code,
    };
  } catch (error) {
    return { kind: "failure", outcome: connectionError(error, url), code: null };
  }
}

function createPostHeaders(contentType: string) {
  return { "content-type": contentType, "idempotency-key": randomUUID() };
}

/** The advice of the server is for browsers. */
const tokenAdvice: Partial<Record<ProblemCode, string>> = {
  "sign-in-required": "set RIDGEPOINT_TOKEN to an API token of this server",
};

interface ErrorContext {
  readonly status: number;
  readonly url: string;
  readonly advice: Partial<Record<ProblemCode, string>>;
}

function responseError(body: unknown, { status, url, advice }: ErrorContext): CliOutcome {
  if (!isProblem(body)) return notRidgepointError(url, `it responded with status ${status}`);
  // The title of a conflict is about changes of other users, which a command does not compete with.
  const repeatsTitle = body.detail.toLowerCase().startsWith(body.title.toLowerCase());
  const message = body.code === "conflict" || repeatsTitle ? body.detail : `${body.title}: ${body.detail}`;
  // The advice for an unknown object names the list of another kind of object.
  if (body.title === unknownDeployment.title) return createFailure(body.detail, body.next);
  return createFailure(message, { ...tokenAdvice, ...advice }[body.code] ?? body.next);
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "title" in body && "detail" in body && "next" in body;
}

function connectionError(error: unknown, url: string): CliOutcome {
  if (error instanceof SyntaxError) return notRidgepointError(url, "the response is not JSON");
  if (error instanceof DOMException && error.name === "TimeoutError")
    return createFailure(
      `${url} did not respond within ${requestTimeoutMs / 1000} s`,
      "request less data, such as fewer traces, or check the load of the server",
    );
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  return createFailure(
    `cannot connect to Ridgepoint at ${url}${cause === "" ? "" : ` (${cause})`}`,
    "start it with npm start or npm run demo, or set its address with --url or RIDGEPOINT_URL",
  );
}

function notRidgepointError(url: string, reason: string): CliOutcome {
  return createFailure(
    `the server at ${url} is not Ridgepoint: ${reason}`,
    "set the address of Ridgepoint with --url or RIDGEPOINT_URL",
  );
}
