/**
 * How large the cache of so many tokens is, and how many sequences of a length it holds: bytes a token are
 * 2 · layers · KV heads · head size · bytes of an element. With query heads in the place of KV heads the answer is 4 times too high for
 * Llama 3 8B, 8 times for the 70B.
 */
import { kvBytesOfContext, kvBytesPerToken } from "@/lib/analysis/roofline/step-work/kv-cache";
import type { Architecture } from "@/lib/model/architecture";
import type { KvFormat } from "@/lib/model/precision";

export interface KvCacheRequest {
  readonly shape: Architecture;
  readonly format: KvFormat;
  readonly contextTokens: number;
  readonly sequences: number;
  /** Memory for the cache; null = not asked how many fit. */
  readonly poolBytes: number | null;
}

export interface KvCacheSize {
  readonly bytesPerToken: number;
  readonly bytesPerSequence: number;
  readonly bytes: number;
  /** Tokens that the pool holds of one sequence after the other; null where no pool is given. */
  readonly poolTokens: number | null;
  /** Sequences of that context at once. */
  readonly maxSequences: number | null;
}

export function kvCacheSize({
  shape,
  format,
  contextTokens,
  sequences,
  poolBytes,
}: KvCacheRequest): KvCacheSize {
  const bytesPerToken = kvBytesPerToken(shape, format);
  const bytesPerSequence = kvBytesOfContext(shape, format, contextTokens);
  return {
    bytesPerToken,
    bytesPerSequence,
    bytes: sequences * bytesPerSequence,
    poolTokens: poolBytes === null ? null : poolBytes / bytesPerToken,
    maxSequences: poolBytes === null ? null : poolBytes / bytesPerSequence,
  };
}
