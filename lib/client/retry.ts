/** Decides whether a failed request is worth repeating. */
import type { ProblemCode } from "@/lib/model/problem";
import { ProblemError } from "./fetch-json";
import { retryIntervalMs } from "./polling";

const permanentCodes: readonly ProblemCode[] = ["invalid-input", "forbidden"];

/** Returns whether a request would be refused every time: it is invalid, or the caller lacks a right. */
export function isPermanentRefusal(error: unknown): boolean {
  return error instanceof ProblemError && permanentCodes.includes(error.problem.code);
}

/** Returns the delay until a request that failed with `error` is repeated. False if repeating cannot help. */
export function retryDelayMs(error: unknown): number | false {
  return isPermanentRefusal(error) ? false : retryIntervalMs;
}
