/** Asks a door of a running Ridgepoint. */
import type { Problem, ProblemCode } from "@/lib/model/problem";
import { failed, type Outcome } from "./outcome";

const requestTimeoutMs = 75_000;

export type ApiResult<T> =
  | { readonly kind: "answer"; readonly body: T }
  | { readonly kind: "none"; readonly outcome: Outcome };

/** `T` is the response type of the contract at `path`: the server parsed it. */
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
      ? { kind: "answer", body: body as T }
      : { kind: "none", outcome: responseError(body, response.status, url) };
  } catch (error) {
    return { kind: "none", outcome: connectionError(error, url) };
  }
}

const checkSourceAdvice =
  "see whether the traces source runs, for instance with npm run doctor, then ask again";

/** What helps in a terminal, where the server's own advice speaks of its pages. */
const terminalAdvice: Partial<Record<ProblemCode, string>> = {
  "not-found": "name one of the source's services exactly as it is written there",
  "source-unreachable": checkSourceAdvice,
  "source-error": checkSourceAdvice,
  "source-not-ready": "ask again in a few seconds: the source is still starting",
  "source-rate-limited": "ask again in a minute, or for fewer traces",
  "source-auth-failed": "correct the source's token or password and start Ridgepoint again",
  "source-slow": "ask for a shorter lookback or fewer traces, or look at the load of the source",
  internal: "look into Ridgepoint's log; it has the details",
};

function responseError(body: unknown, status: number, url: string): Outcome {
  if (!isProblem(body)) return notRidgepointError(url, `it answered ${status}`);
  return failed(`${body.title}: ${body.detail}`, terminalAdvice[body.code] ?? body.next);
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "title" in body && "detail" in body && "next" in body;
}

function connectionError(error: unknown, url: string): Outcome {
  if (error instanceof SyntaxError) return notRidgepointError(url, "its answer is no JSON");
  if (error instanceof DOMException && error.name === "TimeoutError")
    return failed(
      `${url} did not answer within ${requestTimeoutMs / 1000} s`,
      "ask for fewer traces or a shorter lookback",
    );
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  return failed(
    `no Ridgepoint answers at ${url}${cause === "" ? "" : ` (${cause})`}`,
    "start it with npm start or npm run demo, or name its address with --url or RIDGEPOINT_URL",
  );
}

function notRidgepointError(url: string, reason: string): Outcome {
  return failed(
    `what answers at ${url} is no Ridgepoint: ${reason}`,
    "name its address with --url or RIDGEPOINT_URL",
  );
}
