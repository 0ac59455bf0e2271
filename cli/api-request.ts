/** Requests an endpoint of a running Ridgepoint server. */
import type { Problem, ProblemCode } from "@/lib/model/problem";
import { createFailure, type Outcome } from "./outcome";

const requestTimeoutMs = 75_000;

export type ApiResult<T> =
  | { readonly kind: "success"; readonly body: T }
  | { readonly kind: "failure"; readonly outcome: Outcome };

/**
 * Requests `path` from the server at `url`. `T` is the response type of that path's contract. The server has
 * validated the body.
 */
export async function requestApi<T>(
  url: string,
  path: `/api/v1/${string}`,
  query: Readonly<Record<string, string>>,
): Promise<ApiResult<T>> {
  try {
    const response = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const body: unknown = await response.json();
    return response.ok
      ? { kind: "success", body: body as T }
      : { kind: "failure", outcome: responseError(body, response.status, url) };
  } catch (error) {
    return { kind: "failure", outcome: connectionError(error, url) };
  }
}

const checkSourceAdvice =
  "check that the trace source is running, for example with npm run doctor, then try again";

/** Advice for terminal users. The server's advice refers to pages of the UI. */
const terminalAdvice: Partial<Record<ProblemCode, string>> = {
  "not-found": "use the service name exactly as the trace source spells it",
  "source-unreachable": checkSourceAdvice,
  "source-error": checkSourceAdvice,
  "source-not-ready": "the trace source is still starting: wait a few seconds, then try again",
  "source-rate-limited": "try again in a minute, or request fewer traces",
  "source-auth-failed": "correct the source's token or password, then restart Ridgepoint",
  "source-slow": "use a shorter lookback or fewer traces, or check the load of the source",
  internal: "see Ridgepoint's log for details",
};

function responseError(body: unknown, status: number, url: string): Outcome {
  if (!isProblem(body)) return notRidgepointError(url, `it responded with status ${status}`);
  return createFailure(`${body.title}: ${body.detail}`, terminalAdvice[body.code] ?? body.next);
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "title" in body && "detail" in body && "next" in body;
}

function connectionError(error: unknown, url: string): Outcome {
  if (error instanceof SyntaxError) return notRidgepointError(url, "the response is not JSON");
  if (error instanceof DOMException && error.name === "TimeoutError")
    return createFailure(
      `${url} did not respond within ${requestTimeoutMs / 1000} s`,
      "request fewer traces or use a shorter lookback",
    );
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  return createFailure(
    `cannot connect to Ridgepoint at ${url}${cause === "" ? "" : ` (${cause})`}`,
    "start it with npm start or npm run demo, or set its address with --url or RIDGEPOINT_URL",
  );
}

function notRidgepointError(url: string, reason: string): Outcome {
  return createFailure(
    `the server at ${url} is not Ridgepoint: ${reason}`,
    "set the address of Ridgepoint with --url or RIDGEPOINT_URL",
  );
}
