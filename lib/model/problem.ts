/** Expected failures by code. One table maps each to an HTTP status, a sentence and what to do next. */

export const problemCodes = [
  "invalid-input",
  "not-found",
  "method-not-allowed",
  "forbidden",
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
export type ProblemCode = (typeof problemCodes)[number];

/** RFC 9457 problem details with our code; `detail` never carries secrets or raw upstream bodies. */
export interface Problem {
  readonly type: string;
  readonly code: ProblemCode;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** What the person can do. */
  readonly next: string;
  readonly requestId: string;
  readonly retryAfterMs?: number;
}
