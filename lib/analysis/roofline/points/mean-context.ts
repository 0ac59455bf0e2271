/**
 * Mean number of tokens that a running request attends to.
 *
 * From the cache: usage · capacity in tokens / running requests, minus half a block because the last block is half
 * full on average. The gauge counts shared blocks once, so it is not used with shared prefixes, nor with windowed
 * layers and latent attention, which store other blocks. Otherwise from lengths: E[prompt] + E[output²] /
 * (2·E[output]), the mean over running requests, of which long ones run for longer; or E[prompt] + E[output] / 2 if
 * only the means are known. If the engine reports no request lengths, mean lengths are tokens over requests with a
 * first token, from the same counters as the rates.
 */
import type { Architecture } from "@/lib/model/roofline/architecture";
import { listMissingInputs, type CounterInput, type CounterSample } from "./counter-sample";
import { symmetricError, type RelativeError } from "./expected-error";

/** Mean context length of the decoding sequences. */
export interface MeanContext {
  readonly tokens: number;
  /** Inputs from which it was computed. */
  readonly method: "kv-cache" | "lengths" | "mean-lengths" | "token-counters";
  /** Expected error of the number of tokens. */
  readonly error: RelativeError;
}

const maxSharedRatio = 0.05;

/**
 * Estimates the mean context length of decoding sequences from KV cache usage or request lengths; null if
 * neither is known.
 */
export function meanContext(
  sample: CounterSample,
  shape: Architecture,
  replicas: number,
): MeanContext | null {
  const cacheEstimate = isCacheUsable(sample, shape) ? fromCache(sample, replicas) : null;
  return cacheEstimate ?? fromLengths(sample);
}

/**
 * Returns the inputs that are missing for the mean context. KV cache inputs are listed only if the model and
 * the prefix cache permit their use.
 */
export function missingContextInputs(sample: CounterSample, shape: Architecture): readonly CounterInput[] {
  const { prompt, output } = lengthsOf(sample);
  const lengths: readonly CounterInput[] = [
    ...(prompt === undefined ? (["promptTokensMean"] as const) : []),
    ...(output === undefined ? (["outputTokensMean"] as const) : []),
  ];
  const cache = isCacheUsable(sample, shape)
    ? listMissingInputs(sample, ["kvUsageRatio", "kvCacheTokens", "runningRequests"])
    : [];
  return [...cache, ...lengths];
}

function isCacheUsable(sample: CounterSample, shape: Architecture): boolean {
  const isPlain = shape.window === undefined && shape.attention.kind === "grouped";
  return isPlain && cachedPromptRatio(sample) <= maxSharedRatio;
}

function fromCache(sample: CounterSample, replicas: number): MeanContext | null {
  const { kvUsageRatio, kvCacheTokens, kvBlockTokens = 0, runningRequests } = sample;
  if (kvUsageRatio === undefined || kvCacheTokens === undefined || runningRequests === undefined) return null;
  if (!(runningRequests > 0) || !(kvUsageRatio > 0)) return null;
  const tokensPerRequest = (kvUsageRatio * kvCacheTokens * replicas) / runningRequests;
  const tokens = Math.max(1, tokensPerRequest - kvBlockTokens / 2);
  // Published runs show 2 %; half a block is added if its size is unknown.
  return {
    tokens,
    method: "kv-cache",
    error: symmetricError(0.02 + (kvBlockTokens === 0 ? 8 / tokensPerRequest : 0)),
  };
}

function fromLengths(sample: CounterSample): MeanContext | null {
  const { prompt, output, isCounted } = lengthsOf(sample);
  if (prompt === undefined || output === undefined) return null;
  if (isCounted)
    return { tokens: prompt + output / 2, method: "token-counters", error: symmetricError(0.25) };
  return sample.outputTokensSelfWeighted === undefined
    ? { tokens: prompt + output / 2, method: "mean-lengths", error: symmetricError(0.2) }
    : { tokens: prompt + output / 2, method: "lengths", error: symmetricError(0.1) };
}

/**
 * Returns prompt and output lengths. `output` is self-weighted if its spread is known, because long responses run for
 * longer.
 */
function lengthsOf(sample: CounterSample): {
  readonly prompt: number | undefined;
  readonly output: number | undefined;
  /** Whether at least one length is derived from token counters. */
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

/**
 * Returns tokens per request. Requests are counted by their first tokens, because a first token directly follows the
 * prompt tokens. A finished request may have been computed long before.
 */
function perRequest(tokensPerSecond?: number, requestsPerSecond?: number): number | undefined {
  if (tokensPerSecond === undefined || requestsPerSecond === undefined) return undefined;
  return tokensPerSecond > 0 && requestsPerSecond > 0 ? tokensPerSecond / requestsPerSecond : undefined;
}

/** Returns the fraction of prompt tokens that were in the prefix cache, 0 to 1. */
export function cachedPromptRatio({
  promptTokensPerSecond = 0,
  cachedPromptTokensPerSecond = 0,
}: CounterSample): number {
  return promptTokensPerSecond > 0 ? cachedPromptTokensPerSecond / promptTokensPerSecond : 0;
}
