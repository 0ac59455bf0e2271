/** Words the remedy for a full KV cache. */
import { bytesPerKvElement, type KvFormat } from "@/lib/model/roofline/precision";

/** Returns the remedy, without the format that the cache already has. */
export function cacheRemedyText(format: KvFormat): string {
  return bytesPerKvElement[format] <= bytesPerKvElement.fp8
    ? "shorten contexts or add GPU memory"
    : "store the cache as FP8, shorten contexts or add GPU memory";
}
