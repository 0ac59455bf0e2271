/**
 * Number of sequences of the current length that fit, and the limiting resource: memory, or the smaller cache of an
 * engine.
 */
import { memoryFit } from "@/lib/analysis/roofline/bounds/fits";
import type { Setting } from "@/lib/analysis/roofline/points/setting";
import { sequenceCapacity, type EngineCache } from "@/lib/analysis/roofline/what-if/engine-cache";

export interface BatchCapacity {
  readonly limit: "memory" | "cache";
  readonly batch: number;
}

export interface RunningBatch {
  readonly batch: number;
  readonly contextTokens: number;
  readonly engineCache: EngineCache | null;
}

/**
 * Returns the capacity of one instance. A limit below the current batch is ignored, because it evidently does not
 * apply. Null if no limit is known.
 */
export function batchCapacity(
  { served, accelerator, parallel }: Pick<Setting, "served" | "accelerator" | "parallel">,
  { batch, contextTokens, engineCache }: RunningBatch,
): BatchCapacity | null {
  const { memoryBytes } = accelerator;
  const { maxSequences } = memoryFit(served, { memoryBytes, parallel, sequences: batch, contextTokens });
  const capacities: readonly BatchCapacity[] = [
    { limit: "memory", batch: maxSequences },
    ...(engineCache === null
      ? []
      : [{ limit: "cache", batch: sequenceCapacity(engineCache, served, contextTokens) } as const]),
  ];
  const [smallest] = capacities.filter((one) => one.batch >= batch).toSorted((a, b) => a.batch - b.batch);
  return smallest ?? null;
}
