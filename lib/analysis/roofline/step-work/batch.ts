/**
 * Batch of one forward pass: groups of similar sequences, decoding or prefilling. A chunked-prefill step has both.
 */

/** Sequences of a step that are in the same phase and have equal lengths. */
export interface SequenceGroup {
  readonly phase: "decode" | "prefill";
  readonly sequences: number;
  /** Tokens computed in this step, per sequence. */
  readonly newTokens: number;
  /** Tokens in the KV cache before the step, per sequence. Means may be fractions. */
  readonly cachedTokens: number;
  /**
   * Positions that need logits, per sequence: all new positions of a decoding sequence, the last position of a prompt.
   */
  readonly logitTokens: number;
}

/** Sequences that are computed together in one step. */
export type Batch = readonly SequenceGroup[];

/**
 * Returns a group of decoding sequences. `contextTokens` includes the token that is being decoded: attention computes
 * that many query-key pairs, and the KV cache writes one token and reads the others. With `newTokens` above 1, the step
 * verifies draft tokens.
 */
export function decodeGroup(sequences: number, contextTokens: number, newTokens = 1): SequenceGroup {
  return {
    phase: "decode",
    sequences,
    newTokens,
    cachedTokens: Math.max(0, contextTokens - 1),
    logitTokens: newTokens,
  };
}

/**
 * Returns a group of prompts or chunks, of which `cachedTokens` are cached. `isLast` marks the chunk that produces
 * the first token.
 */
export function prefillGroup(
  newTokens: number,
  { cachedTokens = 0, sequences = 1, isLast: isLastChunk = true } = {},
): SequenceGroup {
  return { phase: "prefill", sequences, newTokens, cachedTokens, logitTokens: isLastChunk ? 1 : 0 };
}

/** Returns the number of tokens that the step computes for all sequences. */
export function countNewTokens(batch: Batch): number {
  return batch.reduce((sum, group) => sum + group.sequences * group.newTokens, 0);
}

/** Returns the number of positions for which the step computes logits, over all sequences. */
export function countLogitTokens(batch: Batch): number {
  return batch.reduce((sum, group) => sum + group.sequences * group.logitTokens, 0);
}
