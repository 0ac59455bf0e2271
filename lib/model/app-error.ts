/** The error class for expected failures. Any other thrown error is a bug. */
import type { FieldError, ProblemCode } from "./problem";

/** Additional information of an error for the client. */
export interface AppErrorOptions {
  readonly cause?: unknown;
  readonly retryAfterMs?: number;
  /** Title and next step that replace those of the problem code. Set if those would mislead. */
  readonly userMessage?: { readonly title: string; readonly next: string };
  /** Invalid fields of the request body. */
  readonly errors?: readonly FieldError[];
}

/** Error that an endpoint returns to its client as a problem document. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ProblemCode;
  readonly retryAfterMs: number | undefined;
  readonly userMessage: AppErrorOptions["userMessage"];
  readonly errors: AppErrorOptions["errors"];

  constructor(code: ProblemCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfterMs = options.retryAfterMs;
    this.userMessage = options.userMessage;
    this.errors = options.errors;
  }
}

/** Returns whether an error is an `AppError`. Also true if a second copy of this module created the error. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && "code" in error;
}
