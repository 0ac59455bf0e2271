/** Decides whether a failed request is worth repeating. */
import type { ProblemCode } from "@/lib/model/problem";
import { ProblemError } from "./fetch-json";
import { retryIntervalMs } from "./polling";

const permanentCodes: readonly ProblemCode[] = ["invalid-input", "forbidden"];

/** Returns whether a request would be refused every time: it is invalid, or the caller lacks a right. */
export function isPermanentRefusal(error: unknown): boolean {
  return error instanceof ProblemError && permanentCodes.includes(error.problem.code);
}

/** Returns whether the server refused a write because of its content, the caller, or a limit. Repeating it cannot help. */
export function isRefusedWrite(error: unknown): error is ProblemError {
  if (!(error instanceof ProblemError)) return false;
  const { status } = error.problem;
  return status >= 400 && status < 500 && status !== 429;
}

/** Returns the delay until a request that failed with `error` is repeated. False if repeating cannot help. */
export function retryDelayMs(error: unknown): number | false {
  return isPermanentRefusal(error) ? false : retryIntervalMs;
}
