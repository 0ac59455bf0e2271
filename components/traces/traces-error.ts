/** Converts errors of trace queries for display. */
import type { Problem } from "@/lib/model/problem";
import { ProblemError } from "@/lib/client/fetch-json";

/** Error of a trace query for display. `code` is undefined if the response is not from Ridgepoint. */
export type TracesError = Pick<Problem, "title" | "detail" | "next"> & Partial<Pick<Problem, "code">>;

/**
 * Converts a query error for display. `retryInterval` completes the sentence "Ridgepoint retries …", as in "every ten
 * seconds".
 */
export function toTracesError(error: Error | null, retryInterval: string): TracesError | null {
  if (error === null) return null;
  if (error instanceof ProblemError) return error.problem;
  return {
    title: "Traces cannot be loaded",
    detail: error.message,
    next: `Ridgepoint retries ${retryInterval}.`,
  };
}
