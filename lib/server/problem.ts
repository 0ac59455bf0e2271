/** What each failure becomes at a door: one table from code to HTTP status, title and what the person can do. */
import type { Problem, ProblemCode } from "@/lib/model/problem";
import { AppError, isAppError } from "@/lib/model/app-error";
import { describeError, logger, withoutUserInfo } from "./logger";

interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly next: string;
}

const sourceNext = "Look at Settings, Sources for the reason; this page tries again by itself.";

export const problemKinds: { readonly [Code in ProblemCode]: ProblemKind } = {
  "invalid-input": {
    status: 400,
    title: "The request is not understood",
    next: "Correct the part that is named and send it again.",
  },
  "not-found": {
    status: 404,
    title: "Not found",
    next: "Go back to the list; it may have been removed or renamed.",
  },
  "method-not-allowed": {
    status: 405,
    title: "This cannot be done here",
    next: "Send one of the methods that the Allow header names.",
  },
  forbidden: {
    status: 403,
    title: "Not allowed",
    next: "Open Ridgepoint under its own address, or set RIDGEPOINT_URL to the one you use.",
  },
  conflict: {
    status: 409,
    title: "In conflict with another change",
    next: "Load again and repeat the change; where a key or a name is taken, with another one.",
  },
  "precondition-failed": {
    status: 412,
    title: "Changed by someone else",
    next: "Load the present version, look at the difference and repeat the change.",
  },
  "precondition-required": {
    status: 428,
    title: "The request does not protect itself",
    next: "Send an Idempotency-Key when creating, If-Match with the version when editing.",
  },
  "read-only": {
    status: 409,
    title: "This cannot be changed",
    next: "It is kept as it was seen; add a comment beside it.",
  },
  "managed-by-file": {
    status: 409,
    title: "This cannot be changed here",
    next: "Change it in the configuration file, which is read again by itself.",
  },
  "too-large": {
    status: 413,
    title: "Too large",
    next: "Send less at once, or ask for less: a shorter window, fewer traces.",
  },
  "rate-limited": { status: 429, title: "Too many requests", next: "Wait a moment and try again." },
  "source-unreachable": { status: 502, title: "The source does not answer", next: sourceNext },
  "source-untrusted": {
    status: 502,
    title: "The source's certificate is not trusted",
    next: "Name the certificate authority that signed it in the source's CA file, and start again.",
  },
  "source-slow": {
    status: 504,
    title: "The source did not answer in time",
    next: "Choose a shorter window, or look at the load of the source.",
  },
  "source-auth-failed": {
    status: 502,
    title: "The source refuses our credentials",
    next: "Correct the source's token or password and start again, or choose Try again under Settings, Sources.",
  },
  "source-rate-limited": {
    status: 503,
    title: "The source asks us to slow down",
    next: "It is asked again by itself.",
  },
  "source-not-ready": {
    status: 503,
    title: "The source is still starting",
    next: "It is asked again by itself.",
  },
  "source-error": { status: 502, title: "The source failed", next: sourceNext },
  "source-bad-answer": {
    status: 502,
    title: "The source's answer is not understood",
    next: "Check that the address leads to the API itself and not to a sign-in page or proxy.",
  },
  "query-refused": {
    status: 502,
    title: "The source refused the query",
    next: "The query is shown with the panel; report it when it should be answered.",
  },
  "query-too-large": {
    status: 422,
    title: "The answer would be too large",
    next: "Choose a shorter window or a narrower scope.",
  },
  "database-unavailable": {
    status: 503,
    title: "The database does not answer",
    next: "Panels keep working from memory; check PostgreSQL with npm run doctor.",
  },
  timeout: { status: 504, title: "This took too long", next: "Try again, or choose a shorter window." },
  internal: {
    status: 500,
    title: "Something went wrong in Ridgepoint",
    next: "Report it with the request id; the log has the details.",
  },
};

/** How long a caller should wait before asking again, where the failure itself does not say. */
const retryAfterMs: Partial<Record<ProblemCode, number>> = {
  "database-unavailable": 2_000,
  "source-not-ready": 2_000,
  "source-unreachable": 2_000,
};

/** RFC 9457 details of `error`. What is not an AppError is a mistake of ours: logged in full, told as `internal` without details. */
export function toProblem(error: unknown, requestId: string): Problem {
  if (error instanceof DOMException && error.name === "AbortError") {
    return makeProblem("timeout", "The caller went away.", { requestId });
  }
  if (!isAppError(error)) {
    logger().error(
      { error, requestId, ...(error instanceof Error ? { stack: error.stack } : {}) },
      "a request failed",
    );
    return makeProblem("internal", "The details are in the log.", { requestId });
  }
  if (error.cause !== undefined) {
    logger().warn({ code: error.code, requestId, cause: describeError(error.cause) }, error.message);
  }
  const problem = makeProblem(error.code, error.message, { requestId, retryAfterMs: error.retryAfterMs });
  return { ...problem, ...error.userMessage };
}

interface ProblemOptions {
  readonly requestId: string;
  readonly retryAfterMs?: number | undefined;
}

/** A problem by code. `detail` is told to the person: never secrets, never raw bodies of a source. */
export function makeProblem(code: ProblemCode, detail: string, options: ProblemOptions): Problem {
  const { status, title, next } = problemKinds[code];
  const wait = options.retryAfterMs ?? retryAfterMs[code];
  return {
    type: `urn:ridgepoint:problem:${code}`,
    code,
    title,
    status,
    detail: withoutUserInfo(detail),
    next,
    requestId: options.requestId,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
}

/** `error` as an AppError when it is one, else `internal` around it. */
export function toAppError(error: unknown): AppError {
  return isAppError(error) ? error : new AppError("internal", "something went wrong", { cause: error });
}
