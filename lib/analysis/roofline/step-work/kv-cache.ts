/**
 * Computes the bytes of the KV cache. Grouped attention stores 2 · K · d elements per layer and token, with K the KV
 * heads, not the query heads. Latent attention stores c + r for all heads together. Layers with a window store the
 * window only.
 */
import type { Architecture } from "@/lib/model/roofline/architecture";
import { bytesPerKvElement, type KvFormat } from "@/lib/model/roofline/precision";

/** Returns the number of KV cache elements that one layer stores per token. */
export function kvElementsPerLayer({ attention }: Architecture): number {
  return attention.kind === "grouped"
    ? 2 * attention.kvHeads * attention.headDim
    : attention.kvRank + attention.ropeDim;
}

/** Returns the KV cache bytes of one token over all layers, ignoring attention windows. */
export function kvBytesPerToken(shape: Architecture, format: KvFormat): number {
  return shape.layers * kvElementsPerLayer(shape) * bytesPerKvElement[format];
}

/**
 * Returns the KV cache bytes of a sequence of `contextTokens`. A decode step moves as many bytes: it reads
 * the old tokens and writes the new one.
 */
export function kvBytesPerSequence(shape: Architecture, format: KvFormat, contextTokens: number): number {
  const windowed = shape.window?.layers ?? 0;
  const windowedTokens = Math.min(contextTokens, shape.window?.tokens ?? contextTokens);
  const tokens = (shape.layers - windowed) * contextTokens + windowed * windowedTokens;
  return tokens * kvElementsPerLayer(shape) * bytesPerKvElement[format];
}
