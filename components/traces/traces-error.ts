/** Why traces could not be read, as every part of the room tells it. */
import type { Problem } from "@/lib/model/problem";
import { ProblemError } from "@/lib/client/fetch-json";

/** `code` where the server refused; without one nothing came from it that could be understood. */
export type TracesError = Pick<Problem, "title" | "detail" | "next"> & Partial<Pick<Problem, "code">>;

/** `again` is how soon they are asked for once more: "every ten seconds". */
export function toTracesError(error: Error | null, retryInterval: string): TracesError | null {
  if (error === null) return null;
  if (error instanceof ProblemError) return error.problem;
  return {
    title: "The traces cannot be read",
    detail: error.message,
    next: `They are asked for again ${retryInterval}.`,
  };
}
