/** One table from error code to HTTP status, title and next step. */
import type { Problem, ProblemCode } from "@/lib/model/problem";
import { isAppError } from "@/lib/model/app-error";
import { toDatabaseError } from "@/lib/server/db/failure";
import { describeError, getLogger, removeUrlCredentials } from "@/lib/server/logger";

interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly next: string;
}

const sourceNext = "Open Settings › Sources for the reason. This page retries automatically.";

/** HTTP status, title and next step of each problem code. */
export const problemDefinitions: { readonly [Code in ProblemCode]: ProblemKind } = {
  "invalid-input": {
    status: 400,
    title: "Invalid request",
    next: "Correct the field that the detail names, and send the request again.",
  },
  "not-found": {
    status: 404,
    title: "Not found",
    next: "Go back to the list. The item may have been removed or renamed.",
  },
  "method-not-allowed": {
    status: 405,
    title: "Method not allowed",
    next: "Use a method that the Allow header lists.",
  },
  "sign-in-required": {
    status: 401,
    title: "Not signed in",
    next: "Open Ridgepoint in the browser and sign in.",
  },
  "sign-in-failed": {
    status: 401,
    title: "Sign-in failed",
    next: "Check the e-mail address and the password, and try again. An admin can make a link that sets a new password.",
  },
  "second-factor-required": {
    status: 401,
    title: "A code is needed",
    next: "Send the code of your authenticator app, or a recovery code, together with the password.",
  },
  forbidden: {
    status: 403,
    title: "Not allowed",
    next: "Open Ridgepoint at its configured address, or set RIDGEPOINT_URL to the address you use.",
  },
  "confirmation-required": {
    status: 403,
    title: "Not confirmed",
    next: "Repeat the change, and confirm that it is you.",
  },
  conflict: {
    status: 409,
    title: "Conflict with another change",
    next: "Reload the page and repeat the change. If a key or name already exists, use a different key or name.",
  },
  "precondition-failed": {
    status: 412,
    title: "Changed in the meantime",
    next: "Load the current version, compare it with your change, and repeat the change.",
  },
  "precondition-required": {
    status: 428,
    title: "Missing request header",
    next: "Send an Idempotency-Key when creating, If-Match with the version when editing.",
  },
  "read-only": {
    status: 409,
    title: "This item is read-only",
    next: "Recorded facts cannot be edited. Add a comment instead.",
  },
  "managed-by-file": {
    status: 409,
    title: "Managed by the configuration file",
    next: "Change it in the configuration file, which is reloaded automatically.",
  },
  "too-large": {
    status: 413,
    title: "Too large",
    next: "Send less data, or request less: a shorter window or fewer traces.",
  },
  "rate-limited": { status: 429, title: "Too many requests", next: "Wait a moment and try again." },
  "source-unreachable": { status: 502, title: "The source does not respond", next: sourceNext },
  "source-untrusted": {
    status: 502,
    title: "The source's certificate is not trusted",
    next: "Add the certificate authority to the source's CA file, and start again.",
  },
  "source-slow": {
    status: 504,
    title: "The source did not respond in time",
    next: "Choose a shorter window, or check the load of the source.",
  },
  "source-auth-failed": {
    status: 502,
    title: "The source refuses the credentials",
    next: "Correct the source's token or password and restart, or choose Try again under Settings › Sources.",
  },
  "source-rate-limited": {
    status: 503,
    title: "The source limits the request rate",
    next: "Ridgepoint retries the query automatically.",
  },
  "source-not-ready": {
    status: 503,
    title: "The source is still starting",
    next: "Ridgepoint retries the query automatically.",
  },
  "source-error": { status: 502, title: "The source returned an error", next: sourceNext },
  "source-bad-answer": {
    status: 502,
    title: "The source's response is invalid",
    next: "Check that the URL is the API itself, not a sign-in page or proxy.",
  },
  "query-refused": {
    status: 502,
    title: "The source refused the query",
    next: "The panel shows the query. If the query is valid, report this error.",
  },
  "query-too-large": {
    status: 422,
    title: "The result would be too large",
    next: "Choose a shorter window or a narrower scope.",
  },
  "database-unavailable": {
    status: 503,
    title: "The database does not respond",
    next: "People who are signed in can still read. Changes and sign-ins work again when PostgreSQL responds. Check it with npm run doctor.",
  },
  timeout: {
    status: 504,
    title: "The request took too long",
    next: "Try again, or choose a shorter window.",
  },
  internal: {
    status: 500,
    title: "Internal error in Ridgepoint",
    next: "Report the error with the request id. The log has the details.",
  },
};

/** Delay before a retry, for errors without a Retry-After. */
const retryAfterMs: Partial<Record<ProblemCode, number>> = {
  "database-unavailable": 2_000,
  "source-not-ready": 2_000,
  "source-unreachable": 2_000,
};

/**
 * Returns the RFC 9457 problem of `thrown`. An error that is neither an AppError nor an unavailable database is a bug:
 * it is logged in full and returned as `internal` without details.
 */
export function toProblem(thrown: unknown, requestId: string): Problem {
  const error = toDatabaseError(thrown, "PostgreSQL does not respond");
  if (error instanceof DOMException && error.name === "AbortError") {
    return makeProblem("timeout", "The client disconnected.", { requestId });
  }
  if (!isAppError(error)) {
    getLogger().error(
      { error, requestId, ...(error instanceof Error ? { stack: error.stack } : {}) },
      "a request failed",
    );
    return makeProblem("internal", "The details are in the log.", { requestId });
  }
  if (error.cause !== undefined) {
    getLogger().warn({ code: error.code, requestId, cause: describeError(error.cause) }, error.message);
  }
  const problem = makeProblem(error.code, error.message, { requestId, retryAfterMs: error.retryAfterMs });
  return {
    ...problem,
    ...error.userMessage,
    ...(error.errors === undefined ? {} : { errors: error.errors }),
  };
}

interface ProblemOptions {
  readonly requestId: string;
  readonly retryAfterMs?: number | undefined;
}

/** Creates a problem. The viewer sees `detail`, so it must not contain secrets or raw bodies of a source. */
function makeProblem(code: ProblemCode, detail: string, options: ProblemOptions): Problem {
  const { status, title, next } = problemDefinitions[code];
  const wait = options.retryAfterMs ?? retryAfterMs[code];
  return {
    type: `urn:ridgepoint:problem:${code}`,
    code,
    title,
    status,
    detail: removeUrlCredentials(detail),
    next,
    requestId: options.requestId,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
}
