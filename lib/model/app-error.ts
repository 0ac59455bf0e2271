/** The one error class for expected failures. Everything else that is thrown is a mistake of ours. */
import type { ProblemCode } from "./problem";

export interface AppErrorOptions {
  readonly cause?: unknown;
  readonly retryAfterMs?: number;
}

export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ProblemCode;
  readonly retryAfterMs: number | undefined;

  constructor(code: ProblemCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfterMs = options.retryAfterMs;
  }
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && "code" in error;
}
