/** States the remedy for a full KV cache. */
import { bytesPerKvElement, type KvFormat } from "@/lib/model/roofline/precision";

/**
 * Returns what to do about a full KV cache. A narrower format is proposed only if the cache does not already
 * have it.
 */
export function cacheRemedyText(format: KvFormat): string {
  return bytesPerKvElement[format] <= bytesPerKvElement.fp8
    ? "shorten contexts or add GPU memory"
    : "store the cache as FP8, shorten contexts or add GPU memory";
}
