/**
 * Attention operators: scores and weighted values over pairs of query and key.
 *
 *     grouped            2·H·d FLOP per pair for the scores, 2·H·d for the values
 *     latent, prefill    2·H·(n + r) and 2·H·v: keys and values are projected out of the latent first
 *     latent, decode     2·H·(c + r) and 2·H·c: the projections are absorbed into query and output
 *     softmax            about 5 operations per score, not on matrix units
 *
 * With FlashAttention scores stay on the chip. Without it the first product writes them, the softmax reads and writes
 * them, and the second product reads them: all n·(S + n), including masked ones.
 */
import { memoizePerObject } from "@/lib/base/memoize-per-object";
import type { Architecture, Attention } from "@/lib/model/roofline/architecture";
import { activationBytes, bytesPerKvElement, type NumberFormats } from "@/lib/model/roofline/precision";
import { cachedTokensRead, causalPairs, squarePairs } from "./attention-pairs";
import type { Batch, SequenceGroup } from "./batch";
import { createOperator, type Operator } from "./operator";

/** How attention is computed, which determines its FLOPs and bytes. */
export interface AttentionOptions {
  /** True if attention scores stay on the chip. */
  readonly usesFlashAttention: boolean;
  /** True if a token attends only to earlier tokens. If false, every pair is counted, as in many papers. */
  readonly isCausal: boolean;
}

const softmaxFlops = 5;

interface PerPair {
  readonly scoreFlops: number;
  readonly valueFlops: number;
}

function perPair(attention: Attention, phase: SequenceGroup["phase"]): PerPair {
  if (attention.kind === "grouped") {
    const each = 2 * attention.heads * attention.headDim;
    return { scoreFlops: each, valueFlops: each };
  }
  const { heads, kvRank, nopeDim, ropeDim, valueDim } = attention;
  return phase === "decode"
    ? { scoreFlops: 2 * heads * (kvRank + ropeDim), valueFlops: 2 * heads * kvRank }
    : { scoreFlops: 2 * heads * (nopeDim + ropeDim), valueFlops: 2 * heads * valueDim };
}

/**
 * Returns the elements per token of the query and the output of all heads, of the cached keys and of the cached
 * values.
 */
function computeAttentionWidths(attention: Attention): {
  readonly query: number;
  readonly key: number;
  readonly value: number;
} {
  if (attention.kind === "grouped") {
    const cached = attention.kvHeads * attention.headDim;
    return { query: attention.heads * attention.headDim, key: cached, value: cached };
  }
  const { heads, kvRank, nopeDim, ropeDim } = attention;
  // The latent serves as key and value, and is read once.
  return { query: heads * (nopeDim + ropeDim), key: kvRank + ropeDim, value: 0 };
}

interface Layers {
  readonly count: number;
  readonly window: number;
}

/** Returns the FLOPs of attention for one pair in one layer of a decode step. */
export function decodeFlopsPerPair({ attention }: Architecture): number {
  const { scoreFlops, valueFlops } = perPair(attention, "decode");
  return scoreFlops + valueFlops;
}

/**
 * Groups the attention layers by the size of their attention window; full attention has an infinite window.
 */
export const layersByWindow = memoizePerObject(({ layers, window }: Architecture): readonly Layers[] => {
  const windowed = window?.layers ?? 0;
  return [
    { count: layers - windowed, window: Infinity },
    { count: windowed, window: window?.tokens ?? Infinity },
  ].filter(({ count }) => count > 0);
});

/** Returns the attention operators of one step, each for all layers together. */
export function attentionOperators(
  shape: Architecture,
  formats: NumberFormats,
  batch: Batch,
  options: AttentionOptions,
): readonly Operator[] {
  const { attention } = shape;
  const { heads } = attention;
  const { query, key, value } = computeAttentionWidths(attention);
  const kvShards = attention.kind === "grouped" ? attention.kvHeads : 1;
  const sums = { scoreFlops: 0, valueFlops: 0, pairs: 0, squares: 0, read: 0, tokens: 0 };
  for (const { count, window } of layersByWindow(shape))
    for (const group of batch) {
      const squares = count * group.sequences * squarePairs(group, window);
      const pairs = options.isCausal ? count * group.sequences * causalPairs(group, window) : squares;
      const { scoreFlops, valueFlops } = perPair(attention, group.phase);
      sums.scoreFlops += pairs * scoreFlops;
      sums.valueFlops += pairs * valueFlops;
      sums.pairs += pairs;
      sums.squares += squares;
      sums.read += count * group.sequences * cachedTokensRead(group, window);
      sums.tokens += count * group.sequences * group.newTokens;
    }
  const scoreBytes = options.usesFlashAttention ? 0 : sums.squares * heads * activationBytes;
  const bytesPerKv = bytesPerKvElement[formats.kv];
  return [
    createOperator({
      name: "scores",
      kind: "attention",
      flops: sums.scoreFlops,
      kvReadBytes: sums.read * key * bytesPerKv,
      scoreBytes,
      activationBytes: sums.tokens * (query + key) * activationBytes,
      maxShards: heads,
      maxKvShards: kvShards,
    }),
    createOperator({
      name: "softmax",
      kind: "vector",
      vectorFlops: softmaxFlops * heads * sums.pairs,
      scoreBytes: 2 * scoreBytes,
      maxShards: heads,
    }),
    createOperator({
      name: "weighted-values",
      kind: "attention",
      flops: sums.valueFlops,
      kvReadBytes: sums.read * value * bytesPerKv,
      scoreBytes,
      activationBytes: sums.tokens * (query + value) * activationBytes,
      maxShards: heads,
      maxKvShards: kvShards,
    }),
  ];
}
