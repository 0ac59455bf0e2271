/** Decides whether a failed request is worth repeating. */
import type { ProblemCode } from "@/lib/model/problem";
import { ProblemError } from "./fetch-json";
import { retryIntervalMs } from "./polling";

const permanentCodes: readonly ProblemCode[] = ["invalid-input", "forbidden"];

/** Returns true for an invalid question and for a missing right: both would be refused every time. */
export function isPermanentRefusal(error: unknown): boolean {
  return error instanceof ProblemError && permanentCodes.includes(error.problem.code);
}

/** Returns the delay until a request that failed with `error` is repeated. False if repeating cannot help. */
export function retryDelayMs(error: unknown): number | false {
  return isPermanentRefusal(error) ? false : retryIntervalMs;
}
