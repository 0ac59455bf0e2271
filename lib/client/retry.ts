/** Whether a failed read is worth asking again. */
import { ProblemError } from "./fetch-json";
import { retryIntervalMs } from "./polling";

/** The same question would be refused again, however long one waits: only another one helps. */
export function isPermanentRefusal(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === "invalid-input";
}

/** Time until a read that failed with `error` is asked again; false where that cannot help. */
export function retryDelayMs(error: unknown): number | false {
  return isPermanentRefusal(error) ? false : retryIntervalMs;
}
