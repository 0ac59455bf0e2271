/**
 * Capacity of the engine's cache, which may be less than memory allows because of its configuration. A well-used
 * cache gives the best estimate: the running requests, including their shared prefixes, fill a known fraction of it.
 * Otherwise the capacity is the tokens of its blocks, except with windowed layers.
 */
import type { CounterSample } from "@/lib/analysis/roofline/points/counter-sample";
import { kvBytesPerSequence } from "@/lib/analysis/roofline/step-work/kv-cache";
import type { ServedModel } from "@/lib/analysis/roofline/step-work/step-work";

/** KV cache of one instance: how much of it is in use, or its capacity. */
export type EngineCache =
  | {
      readonly kind: "in-use";
      readonly usageRatio: number;
      /** Number of sequences that use the cache, each with `contextTokens` tokens. */
      readonly sequences: number;
      readonly contextTokens: number;
    }
  | { readonly kind: "capacity"; readonly tokens: number };

/** Minimum cache usage for an estimate. Below it, a single request changes the estimate too much. */
const minUsageRatio = 0.5;

/**
 * Derives usage or capacity of the KV cache of one instance from the engine's metrics; null if both are
 * unknown. `replicas` is the number of instances whose requests `runningRequests` adds up.
 */
export function estimateEngineCache(
  {
    kvUsageRatio = 0,
    runningRequests = 0,
    kvCacheTokens,
  }: Pick<CounterSample, "kvUsageRatio" | "runningRequests" | "kvCacheTokens">,
  context: { readonly servedModel: ServedModel; readonly contextTokens: number; readonly replicas: number },
): EngineCache | null {
  if (kvUsageRatio >= minUsageRatio && runningRequests > 0)
    return {
      kind: "in-use",
      usageRatio: kvUsageRatio,
      sequences: runningRequests / context.replicas,
      contextTokens: context.contextTokens,
    };
  return kvCacheTokens === undefined || context.servedModel.shape.window !== undefined
    ? null
    : { kind: "capacity", tokens: kvCacheTokens };
}

/** Returns how many sequences of `contextTokens` the KV cache can hold; may be a fraction. */
export function sequenceCapacity(
  cache: EngineCache,
  { shape, formats }: ServedModel,
  contextTokens: number,
): number {
  if (cache.kind === "capacity") return cache.tokens / contextTokens;
  const bytes = (tokens: number): number => kvBytesPerSequence(shape, formats.kv, tokens);
  return ((cache.sequences / cache.usageRatio) * bytes(cache.contextTokens)) / bytes(contextTokens);
}
