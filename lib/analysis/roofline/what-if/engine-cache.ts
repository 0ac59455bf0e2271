/**
 * What the engine's own cache holds now, which may be less than memory would allow: its configuration or something else keeps it small.
 * A cache that is well used tells it best: so many requests fill that share of it, with what prefixes they share. Else the tokens of its
 * blocks, except where windows forget them.
 */
import type { CounterSample } from "@/lib/analysis/roofline/points/counter-sample";
import { kvBytesOfContext } from "@/lib/analysis/roofline/step-work/kv-cache";
import type { Served } from "@/lib/analysis/roofline/step-work/step-work";

/** Of one instance. */
export type EngineCache =
  | {
      readonly kind: "in-use";
      readonly usageRatio: number;
      /** That use it so far, each of this many tokens. */
      readonly sequences: number;
      readonly contextTokens: number;
    }
  | { readonly kind: "told"; readonly tokens: number };

/** Of less use, a request more or less is too much of it. */
const minUsageRatio = 0.5;

/** Null where nothing tells. `replicas`: instances that the reading's requests are of. */
export function engineCacheOf(
  {
    kvUsageRatio = 0,
    runningRequests = 0,
    kvCacheTokens,
  }: Pick<CounterSample, "kvUsageRatio" | "runningRequests" | "kvCacheTokens">,
  context: { readonly served: Served; readonly contextTokens: number; readonly replicas: number },
): EngineCache | null {
  if (kvUsageRatio >= minUsageRatio && runningRequests > 0)
    return {
      kind: "in-use",
      usageRatio: kvUsageRatio,
      sequences: runningRequests / context.replicas,
      contextTokens: context.contextTokens,
    };
  return kvCacheTokens === undefined || context.served.shape.window !== undefined
    ? null
    : { kind: "told", tokens: kvCacheTokens };
}

/** Sequences of that many tokens that it holds; may be a fraction. */
export function sequenceCapacity(cache: EngineCache, { shape, plan }: Served, contextTokens: number): number {
  if (cache.kind === "told") return cache.tokens / contextTokens;
  const bytes = (tokens: number): number => kvBytesOfContext(shape, plan.kv, tokens);
  return ((cache.sequences / cache.usageRatio) * bytes(cache.contextTokens)) / bytes(contextTokens);
}
