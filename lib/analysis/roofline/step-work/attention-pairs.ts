/**
 * Number of (query, key) pairs of one sequence in one layer: n new tokens over S cached ones.
 *
 *     causal        n·S + n·(n + 1) / 2          with a window of w: Σ min(S + i, w), i = 1 … n
 *     not causal    n·(S + n)                    up to twice as many; counted by many papers and engines
 */
import type { SequenceGroup } from "./batch";

type Tokens = Pick<SequenceGroup, "newTokens" | "cachedTokens">;

/**
 * Counts the (query, key) pairs of one sequence in one layer with causal attention. `window` is the size of
 * a sliding window in tokens.
 */
export function causalPairs({ newTokens: n, cachedTokens: S }: Tokens, window = Infinity): number {
  if (S + n <= window) return allPairs(n, S);
  // Queries that still attend to all earlier tokens; mean token counts may be fractions.
  const free = Math.floor(Math.max(0, window - S));
  return allPairs(free, S) + (n - free) * window;
}

function allPairs(tokens: number, cached: number): number {
  return tokens * cached + (tokens * (tokens + 1)) / 2;
}

/**
 * Counts the (query, key) pairs of one sequence in one layer without a causal mask, as many papers do.
 * `window` is the size of a sliding window in tokens.
 */
export function squarePairs({ newTokens: n, cachedTokens: S }: Tokens, window = Infinity): number {
  return n * Math.min(S + n, window);
}

/**
 * Returns the number of cached tokens that a step reads for one sequence. A sliding window of w tokens needs
 * w − 1 tokens before its first query.
 */
export function cachedTokensRead({ cachedTokens }: Tokens, window = Infinity): number {
  return Math.min(cachedTokens, Math.max(0, window - 1));
}
