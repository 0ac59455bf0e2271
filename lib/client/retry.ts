/** Decides whether a failed request is worth repeating. */
import { ProblemError } from "./fetch-json";
import { retryIntervalMs } from "./polling";

/** Returns true for an invalid question, which would be refused every time. */
export function isPermanentRefusal(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === "invalid-input";
}

/** Returns the delay until a request that failed with `error` is repeated. False if repeating cannot help. */
export function retryDelayMs(error: unknown): number | false {
  return isPermanentRefusal(error) ? false : retryIntervalMs;
}
