/** What one forward pass computes: groups of like sequences, decoding or prefilling; a chunked-prefill step has both. */

export interface SequenceGroup {
  readonly phase: "decode" | "prefill";
  readonly sequences: number;
  /** Computed in this step, of each sequence. */
  readonly newTokens: number;
  /** In the KV cache before it, of each sequence; means may be fractions. */
  readonly cachedTokens: number;
  /** Positions whose next token is wanted, of each sequence: all that decode, the last of a prompt. */
  readonly logitTokens: number;
}

export type Batch = readonly SequenceGroup[];

/**
 * Sequences that get their next token. `contextTokens` counts the token in flight, so attention has that many pairs and the cache
 * moves that many tokens: one is written, the others are read. `newTokens` above 1 verifies drafts.
 */
export function decoding(sequences: number, contextTokens: number, newTokens = 1): SequenceGroup {
  return {
    phase: "decode",
    sequences,
    newTokens,
    cachedTokens: Math.max(0, contextTokens - 1),
    logitTokens: newTokens,
  };
}

/** Prompts, or chunks of them, of which `cachedTokens` are in the cache; `isLast` where the first token comes out. */
export function prefilling(
  newTokens: number,
  { cachedTokens = 0, sequences = 1, isLast = true } = {},
): SequenceGroup {
  return { phase: "prefill", sequences, newTokens, cachedTokens, logitTokens: isLast ? 1 : 0 };
}

export function tokensOf(batch: Batch): number {
  return batch.reduce((sum, group) => sum + group.sequences * group.newTokens, 0);
}

export function logitsOf(batch: Batch): number {
  return batch.reduce((sum, group) => sum + group.sequences * group.logitTokens, 0);
}
