/**
 * Bytes of the KV cache. Grouped attention keeps 2 · K · d elements per layer and token, K the KV heads and not the query heads;
 * latent attention c + r for all heads together. Layers with a window keep the window only.
 */
import type { Architecture } from "@/lib/model/architecture";
import { kvFormats, type KvFormat } from "@/lib/model/precision";

/** Elements that one layer keeps of one token. */
export function kvElementsPerLayer({ attention }: Architecture): number {
  return attention.kind === "grouped"
    ? 2 * attention.kvHeads * attention.headDim
    : attention.kvRank + attention.ropeDim;
}

/** Bytes that a token takes in all layers, before windows forget it. */
export function kvBytesPerToken(shape: Architecture, format: KvFormat): number {
  return shape.layers * kvElementsPerLayer(shape) * kvFormats[format];
}

/** Bytes that a sequence of so many tokens keeps, and a decode step over it moves: reads of the old and the write of the new. */
export function kvBytesOfContext(shape: Architecture, format: KvFormat, contextTokens: number): number {
  const windowed = shape.window?.layers ?? 0;
  const windowedTokens = Math.min(contextTokens, shape.window?.tokens ?? contextTokens);
  const tokens = (shape.layers - windowed) * contextTokens + windowed * windowedTokens;
  return tokens * kvElementsPerLayer(shape) * kvFormats[format];
}
