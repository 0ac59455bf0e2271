/** How many sequences of the present length there is room for, and what ends it: memory, or an engine's cache that is smaller. */
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

/** Of one instance. What would hold less than runs now is not what holds it. Null where nothing else tells. */
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
