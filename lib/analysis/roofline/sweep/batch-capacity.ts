/**
 * Number of sequences of the current length that fit, and the limiting resource: memory, or the smaller cache of an
 * engine.
 */
import { checkMemoryFit } from "@/lib/analysis/roofline/bounds/memory-fit";
import type { PoolSetting } from "@/lib/analysis/roofline/points/setting";
import { sequenceCapacity, type EngineCache } from "@/lib/analysis/roofline/what-if/engine-cache";

/**
 * Largest batch that fits on one instance, and whether accelerator memory or the engine's KV cache limits
 * it.
 */
export interface BatchCapacity {
  readonly limitedBy: "memory" | "cache";
  readonly batch: number;
}

/**
 * Current batch of one instance with its mean context, and the usage or capacity of the engine's KV cache.
 */
export interface RunningBatch {
  readonly batch: number;
  readonly contextTokens: number;
  readonly engineCache: EngineCache | null;
}

/**
 * Returns the largest batch that fits on one instance. A limit below the current batch is ignored, because
 * it evidently does not apply. Null if no limit is known.
 */
export function batchCapacity(
  { servedModel, accelerator, parallelism }: Pick<PoolSetting, "servedModel" | "accelerator" | "parallelism">,
  { batch, contextTokens, engineCache }: RunningBatch,
): BatchCapacity | null {
  const { memoryBytes } = accelerator;
  const { maxSequences } = checkMemoryFit(servedModel, {
    acceleratorMemoryBytes: memoryBytes,
    parallelism: parallelism,
    sequences: batch,
    contextTokens,
  });
  const capacities: readonly BatchCapacity[] = [
    { limitedBy: "memory", batch: maxSequences },
    ...(engineCache === null
      ? []
      : [{ limitedBy: "cache", batch: sequenceCapacity(engineCache, servedModel, contextTokens) } as const]),
  ];
  const [smallest] = capacities.filter((one) => one.batch >= batch).toSorted((a, b) => a.batch - b.batch);
  return smallest ?? null;
}
