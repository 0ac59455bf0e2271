/** How many sequences of the present length there is room for, and what ends it: memory, or an engine's cache that is smaller. */
import { fitOf } from "@/lib/analysis/roofline/bounds/fits";
import type { Setting } from "@/lib/analysis/roofline/points/setting";
import { sequencesHeld, type EngineCache } from "@/lib/analysis/roofline/what-if/engine-cache";

export interface Held {
  readonly limit: "memory" | "cache";
  readonly batch: number;
}

export interface RunningNow {
  readonly batch: number;
  readonly contextTokens: number;
  readonly engineCache: EngineCache | null;
}

/** Of one instance. What would hold less than runs now is not what holds it. Null where nothing else tells. */
export function mostHeld(
  { served, accelerator, parallel }: Pick<Setting, "served" | "accelerator" | "parallel">,
  { batch, contextTokens, engineCache }: RunningNow,
): Held | null {
  const { memoryBytes } = accelerator;
  const { mostSequences } = fitOf(served, { memoryBytes, parallel, sequences: batch, contextTokens });
  const held: readonly Held[] = [
    { limit: "memory", batch: mostSequences },
    ...(engineCache === null
      ? []
      : [{ limit: "cache", batch: sequencesHeld(engineCache, served, contextTokens) } as const]),
  ];
  const [least] = held.filter((one) => one.batch >= batch).toSorted((a, b) => a.batch - b.batch);
  return least ?? null;
}
