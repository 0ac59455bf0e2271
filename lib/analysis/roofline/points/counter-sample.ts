/**
 * What serving engines count, read over one window, of all instances of a pool together. What an engine does not expose is absent,
 * never 0. vLLM's names: prompt_tokens_total, prefix_cache_hits_total, generation_tokens_total, time_to_first_token_seconds_count,
 * iteration_tokens_total_count, inter_token_latency_seconds, request_prefill_time_seconds, num_requests_running,
 * kv_cache_usage_perc, cache_config_info.
 */

export interface CounterSample {
  /** Cached ones among them where the engine counts them so; then `cachedPromptTokensPerSecond` tells how many. */
  readonly promptTokensPerSecond?: number | undefined;
  readonly cachedPromptTokensPerSecond?: number | undefined;
  readonly generatedTokensPerSecond?: number | undefined;
  /** Prompts whose first token came out. */
  readonly firstTokensPerSecond?: number | undefined;
  /** Forward passes. */
  readonly stepsPerSecond?: number | undefined;
  /** Mean gap between two steps' outputs of a request, sum over count; where an engine tells gaps of tokens, times the tokens of a step. */
  readonly itlSeconds?: number | undefined;
  /** Mean time from the first scheduling of a request to its first token. */
  readonly prefillSeconds?: number | undefined;
  readonly runningRequests?: number | undefined;
  /** Mean over instances, 0 to 1. */
  readonly kvUsageRatio?: number | undefined;
  /** Tokens that the cache of one instance holds: blocks × tokens of a block. */
  readonly kvCacheTokens?: number | undefined;
  readonly kvBlockTokens?: number | undefined;
  readonly promptTokensMean?: number | undefined;
  readonly outputTokensMean?: number | undefined;
  /** E[output²] / E[output]: long answers are under way for longer. */
  readonly outputTokensSelfWeighted?: number | undefined;
  /** With speculative decoding: tokens that a sequence gains in a step, its own among them. */
  readonly tokensPerSequenceStep?: number | undefined;
  /** With speculative decoding: tokens that a step computes for a sequence. */
  readonly computedPerSequenceStep?: number | undefined;
  /** Most tokens of a step, which is how long a prompt's chunk can be. */
  readonly stepTokenBudget?: number | undefined;
}

export type CounterInput = keyof CounterSample;

/** Those of `inputs` that the reading lacks. */
export function missingOf(sample: CounterSample, inputs: readonly CounterInput[]): readonly CounterInput[] {
  return inputs.filter((input) => sample[input] === undefined);
}
