/** Words the remedy for a full KV cache. */
import { kvFormats, type KvFormat } from "@/lib/model/roofline/precision";

/** Returns the remedy, without the format that the cache already has. */
export function cacheRemedyText(format: KvFormat): string {
  return kvFormats[format] <= kvFormats.fp8
    ? "shorten contexts or add GPU memory"
    : "store the cache as FP8, shorten contexts or add GPU memory";
}
