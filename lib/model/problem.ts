/** Codes of expected failures. One table maps each code to an HTTP status, a sentence and a next step. */

/** Codes of the problems that endpoints return. */
export const problemCodes = [
  "invalid-input",
  "not-found",
  "method-not-allowed",
  "sign-in-required",
  "sign-in-failed",
  "second-factor-required",
  "forbidden",
  "confirmation-required",
  "conflict",
  "precondition-failed",
  "precondition-required",
  "read-only",
  "managed-by-file",
  "too-large",
  "rate-limited",
  "source-unreachable",
  "source-untrusted",
  "source-slow",
  "source-auth-failed",
  "source-rate-limited",
  "source-not-ready",
  "source-error",
  "source-bad-answer",
  "query-refused",
  "query-too-large",
  "database-unavailable",
  "timeout",
  "internal",
] as const;
/** Code of a problem that an endpoint returns. */
export type ProblemCode = (typeof problemCodes)[number];

/**
 * Error response of an endpoint: RFC 9457 problem details with a code. `detail` never contains secrets or
 * raw responses of sources.
 */
export interface Problem {
  readonly type: string;
  readonly code: ProblemCode;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** Next step for the user. */
  readonly next: string;
  readonly requestId: string;
  readonly retryAfterMs?: number;
  /** Invalid parts of the request body, so that a form can show each error next to its field. */
  readonly errors?: readonly FieldError[];
}

/** Invalid field of a request body. */
export interface FieldError {
  /** JSON Pointer to the invalid value in the body, for example "#/accelerator/name". */
  readonly pointer: string;
  readonly detail: string;
}
