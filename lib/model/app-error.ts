/** The one error class for expected failures. Everything else that is thrown is a mistake of ours. */
import type { ProblemCode } from "./problem";

export interface AppErrorOptions {
  readonly cause?: unknown;
  readonly retryAfterMs?: number;
  /** Where the code's own would mislead: what is wrong in a few words, and what the person can do. */
  readonly userMessage?: { readonly title: string; readonly next: string };
}

export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ProblemCode;
  readonly retryAfterMs: number | undefined;
  readonly userMessage: AppErrorOptions["userMessage"];

  constructor(code: ProblemCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfterMs = options.retryAfterMs;
    this.userMessage = options.userMessage;
  }
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && "code" in error;
}
