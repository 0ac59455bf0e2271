/**
 * Handler of the trace comparison. Both sides are in memory at the same time, so only a few comparisons run
 * concurrently and others wait.
 */
import type { traceComparisonContract } from "@/lib/contracts/traces/trace-comparison";
import { nowMs } from "@/lib/server/clock";
import { createConcurrencyLimit, type ConcurrencyLimit } from "@/lib/server/concurrency/limit";
import type { Handler } from "@/lib/server/handler";
import { getProcessState } from "@/lib/server/process-state";
import { resolveComparison } from "./resolve-comparison";
import { compareTraceSides } from "./compare-sides";
import { readSides } from "./read-sides";

const comparisonLimit = (): ConcurrencyLimit =>
  getProcessState("trace-comparisons", () => createConcurrencyLimit({ maxConcurrent: 2, maxWaiting: 16 }));

/** Handles the request to compare two groups of requests. */
export const compareTraces: Handler<typeof traceComparisonContract> = async ({
  query,
  principal,
  signal,
  requestId,
}) => {
  const comparison = await resolveComparison(query, principal.sourceScope);
  return comparisonLimit().run(async () => {
    const sides = await readSides(comparison, signal);
    return { asOfMs: nowMs(), ...(await compareTraceSides(comparison, sides, { signal, requestId })) };
  }, signal);
};
