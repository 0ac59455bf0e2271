/**
 * Tokens that a running request attends to, on average.
 *
 * From the cache: usage · tokens it holds / running requests, less half a block, since the last block of each is half full on
 * average. It counts shared blocks once, so it is not asked where prefixes are shared; windowed layers and latents keep other
 * blocks, so not there either. Else from lengths: E[prompt] + E[output²] / (2·E[output]), the mean over what is under way, where long
 * answers are seen for longer; E[prompt] + E[output] / 2 where only the mean is known. Where the engine tells no lengths of requests,
 * mean lengths are tokens over requests that began to answer, of the same counters that rates are read from.
 */
import type { Architecture } from "@/lib/model/architecture";
import { missingOf, type CounterInput, type CounterSample } from "./counter-sample";
import { symmetricError, type RelativeError } from "./expected-error";

export interface MeanContext {
  readonly tokens: number;
  readonly from: "kv-cache" | "lengths" | "mean-lengths" | "token-counters";
  readonly error: RelativeError;
}

const maxSharedRatio = 0.05;

/** Null where neither the cache nor lengths tell it. */
export function meanContext(
  sample: CounterSample,
  shape: Architecture,
  replicas: number,
): MeanContext | null {
  const cacheEstimate = isCacheUsable(sample, shape) ? fromCache(sample, replicas) : null;
  return cacheEstimate ?? fromLengths(sample);
}

/** What would tell it and is not there; the cache's inputs only where the cache would tell. */
export function missingContext(sample: CounterSample, shape: Architecture): readonly CounterInput[] {
  const { prompt, output } = lengthsOf(sample);
  const lengths: readonly CounterInput[] = [
    ...(prompt === undefined ? (["promptTokensMean"] as const) : []),
    ...(output === undefined ? (["outputTokensMean"] as const) : []),
  ];
  const cache = isCacheUsable(sample, shape)
    ? missingOf(sample, ["kvUsageRatio", "kvCacheTokens", "runningRequests"])
    : [];
  return [...cache, ...lengths];
}

function isCacheUsable(sample: CounterSample, shape: Architecture): boolean {
  const isPlain = shape.window === undefined && shape.attention.kind === "grouped";
  return isPlain && sharedRatio(sample) <= maxSharedRatio;
}

function fromCache(sample: CounterSample, replicas: number): MeanContext | null {
  const { kvUsageRatio, kvCacheTokens, kvBlockTokens = 0, runningRequests } = sample;
  if (kvUsageRatio === undefined || kvCacheTokens === undefined || runningRequests === undefined) return null;
  if (!(runningRequests > 0) || !(kvUsageRatio > 0)) return null;
  const tokensPerRequest = (kvUsageRatio * kvCacheTokens * replicas) / runningRequests;
  const tokens = Math.max(1, tokensPerRequest - kvBlockTokens / 2);
  // 2 % seen on published runs; half a block where its size is unknown.
  return {
    tokens,
    from: "kv-cache",
    error: symmetricError(0.02 + (kvBlockTokens === 0 ? 8 / tokensPerRequest : 0)),
  };
}

function fromLengths(sample: CounterSample): MeanContext | null {
  const { prompt, output, isCounted } = lengthsOf(sample);
  if (prompt === undefined || output === undefined) return null;
  if (isCounted) return { tokens: prompt + output / 2, from: "token-counters", error: symmetricError(0.25) };
  return sample.outputTokensSelfWeighted === undefined
    ? { tokens: prompt + output / 2, from: "mean-lengths", error: symmetricError(0.2) }
    : { tokens: prompt + output / 2, from: "lengths", error: symmetricError(0.1) };
}

/** `output` weighted by itself where its spread is known: long answers are under way for longer. */
function lengthsOf(sample: CounterSample): {
  readonly prompt: number | undefined;
  readonly output: number | undefined;
  /** At least one is of token counters. */
  readonly isCounted: boolean;
} {
  const { promptTokensMean, outputTokensMean, outputTokensSelfWeighted, firstTokensPerSecond } = sample;
  const reportedOutput = outputTokensSelfWeighted ?? outputTokensMean;
  return {
    prompt: promptTokensMean ?? perRequest(sample.promptTokensPerSecond, firstTokensPerSecond),
    output: reportedOutput ?? perRequest(sample.generatedTokensPerSecond, firstTokensPerSecond),
    isCounted: promptTokensMean === undefined || reportedOutput === undefined,
  };
}

/** Finished requests would count those of long ago; the first token comes when a prompt's tokens are counted. */
function perRequest(tokensPerSecond?: number, requestsPerSecond?: number): number | undefined {
  if (tokensPerSecond === undefined || requestsPerSecond === undefined) return undefined;
  return tokensPerSecond > 0 && requestsPerSecond > 0 ? tokensPerSecond / requestsPerSecond : undefined;
}

/** Share of prompt tokens that were found in the cache. */
export function sharedRatio({
  promptTokensPerSecond = 0,
  cachedPromptTokensPerSecond = 0,
}: CounterSample): number {
  return promptTokensPerSecond > 0 ? cachedPromptTokensPerSecond / promptTokensPerSecond : 0;
}
