/**
 * Counters of serving engines over one window, summed over all instances of a pool. A value that the engine does not
 * expose is absent, never 0. vLLM's names: prompt_tokens_total, prefix_cache_hits_total, generation_tokens_total,
 * time_to_first_token_seconds_count, iteration_tokens_total_count, inter_token_latency_seconds,
 * request_prefill_time_seconds, num_requests_running, kv_cache_usage_perc, cache_config_info.
 */

/** Rates and gauges of one pool in one window. A missing measure is unknown. */
export interface CounterSample {
  /** Includes cached tokens if the engine counts them. `cachedPromptTokensPerSecond` is then the rate of these tokens. */
  readonly promptTokensPerSecond?: number | undefined;
  readonly cachedPromptTokensPerSecond?: number | undefined;
  readonly generatedTokensPerSecond?: number | undefined;
  /** Prompts per second that produced their first token. */
  readonly firstTokensPerSecond?: number | undefined;
  /** Forward passes per second. */
  readonly stepsPerSecond?: number | undefined;
  /**
   * Mean time between the outputs of two successive steps of a request: sum ÷ count. If the engine reports the time
   * between tokens, it is multiplied by the tokens per step.
   */
  readonly itlSeconds?: number | undefined;
  /** Mean time from the first scheduling of a request to its first token. */
  readonly prefillSeconds?: number | undefined;
  readonly runningRequests?: number | undefined;
  /** Usage of the KV cache as the mean over instances, 0 to 1. */
  readonly kvUsageRatio?: number | undefined;
  /** Cache capacity of one instance in tokens: blocks × tokens per block. */
  readonly kvCacheTokens?: number | undefined;
  /** Tokens per block of the KV cache. */
  readonly kvBlockTokens?: number | undefined;
  /** Mean prompt tokens per request. */
  readonly promptTokensMean?: number | undefined;
  /** Mean output tokens per request. */
  readonly outputTokensMean?: number | undefined;
  /**
   * Mean output tokens of the requests that run at one time: E[output²] / E[output], because long responses run for
   * longer.
   */
  readonly outputTokensSelfWeighted?: number | undefined;
  /** With speculative decoding: tokens that a sequence gains per step, including the token that needs no draft. */
  readonly tokensPerSequenceStep?: number | undefined;
  /** With speculative decoding: tokens that a step computes for a sequence. */
  readonly computedTokensPerSequenceStep?: number | undefined;
  /** Maximum tokens per step, which limits the length of a prompt chunk. */
  readonly stepTokenBudget?: number | undefined;
}

/** Name of a measure in a counter sample. */
export type CounterInput = keyof CounterSample;

/** Returns which of `inputs` are missing in the sample. */
export function listMissingInputs(
  sample: CounterSample,
  inputs: readonly CounterInput[],
): readonly CounterInput[] {
  return inputs.filter((input) => sample[input] === undefined);
}
