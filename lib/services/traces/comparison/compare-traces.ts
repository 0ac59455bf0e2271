/**
 * Handler of the trace comparison. Both sides are in memory at the same time, so only a few comparisons run
 * concurrently and others wait.
 */
import type { traceComparisonContract } from "@/lib/contracts/trace-comparison";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { processMemory } from "@/lib/server/memory";
import { createSlots, type Slots } from "@/lib/server/upstream/slots";
import { resolveComparison } from "./resolve-comparison";
import { compareSides } from "./compare-sides";
import { readSides } from "./read-sides";

const comparisonsAtOnce = 2;
const comparisonsWaiting = 16;
const turns = (): Slots =>
  processMemory("trace-comparisons", () => createSlots(comparisonsAtOnce, comparisonsWaiting));

export const compareTraces: Handler<typeof traceComparisonContract> = async ({
  query,
  signal,
  requestId,
}) => {
  const comparison = await resolveComparison(query);
  const release = await turns().take(signal);
  try {
    const sides = await readSides(comparison, signal);
    return { asOfMs: nowMs(), ...(await compareSides(comparison, sides, { signal, requestId })) };
  } finally {
    release();
  }
};
