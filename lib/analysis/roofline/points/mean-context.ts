/**
 * Tokens that a running request attends to, on average.
 *
 * From the cache: usage · tokens it holds / running requests, less half a block, since the last block of each is half full on
 * average. It counts shared blocks once, so it is not asked where prefixes are shared; windowed layers and latents keep other
 * blocks, so not there either. Else from lengths: E[prompt] + E[output²] / (2·E[output]), the mean over what is under way, where long
 * answers are seen for longer; E[prompt] + E[output] / 2 where only the mean is known.
 */
import type { Architecture } from "@/lib/model/architecture";
import type { CounterReading } from "./counter-reading";
import { evenly, type Spread } from "./expected-error";

export interface MeanContext {
  readonly tokens: number;
  readonly from: "kv-cache" | "lengths" | "mean-lengths";
  readonly error: Spread;
}

const mostShared = 0.05;

/** Null where neither the cache nor lengths tell it. */
export function meanContext(
  reading: CounterReading,
  shape: Architecture,
  replicas: number,
): MeanContext | null {
  const isPlain = shape.window === undefined && shape.attention.kind === "grouped";
  const ofCache = isPlain && sharedRatio(reading) <= mostShared ? fromCache(reading, replicas) : null;
  return ofCache ?? fromLengths(reading);
}

function fromCache(reading: CounterReading, replicas: number): MeanContext | null {
  const { kvUsageRatio, kvCacheTokens, kvBlockTokens = 0, runningRequests } = reading;
  if (kvUsageRatio === undefined || kvCacheTokens === undefined || runningRequests === undefined) return null;
  if (!(runningRequests > 0) || !(kvUsageRatio > 0)) return null;
  const held = (kvUsageRatio * kvCacheTokens * replicas) / runningRequests;
  const tokens = Math.max(1, held - kvBlockTokens / 2);
  // 2 % seen on published runs; half a block where its size is unknown.
  return { tokens, from: "kv-cache", error: evenly(0.02 + (kvBlockTokens === 0 ? 8 / held : 0)) };
}

function fromLengths({
  promptTokensMean,
  outputTokensMean,
  outputTokensSelfWeighted,
}: CounterReading): MeanContext | null {
  if (promptTokensMean === undefined) return null;
  if (outputTokensSelfWeighted !== undefined)
    return {
      tokens: promptTokensMean + outputTokensSelfWeighted / 2,
      from: "lengths",
      error: evenly(0.1),
    };
  if (outputTokensMean === undefined) return null;
  return { tokens: promptTokensMean + outputTokensMean / 2, from: "mean-lengths", error: evenly(0.2) };
}

/** Share of prompt tokens that were found in the cache. */
export function sharedRatio({
  promptTokensPerSecond = 0,
  cachedPromptTokensPerSecond = 0,
}: CounterReading): number {
  return promptTokensPerSecond > 0 ? cachedPromptTokensPerSecond / promptTokensPerSecond : 0;
}
