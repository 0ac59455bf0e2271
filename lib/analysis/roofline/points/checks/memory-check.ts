/**
 * Checks whether the memory in use matches the configured weights and cache. An engine that allocates its memory up
 * front also uses about 2 GB for the driver and graphs and up to 6 % of the memory for activations. Without an
 * exporter, nine tenths of the memory are assumed, the default of engines.
 */
import { storedWeightBytes, defaultUsableMemoryRatio } from "@/lib/analysis/roofline/bounds/memory-fit";
import { kvBytesPerToken } from "@/lib/analysis/roofline/step-work/kv-cache";
import { acceleratorCount } from "@/lib/analysis/roofline/step-work/parallel";
import { compareRatio, type RatioComparison } from "./comparison";
import type { PoolSetting } from "@/lib/analysis/roofline/points/setting";

const fixedOverheadBytes = 2e9;
const activationRatio = 0.06;
/**
 * Accepted fraction by which less memory is in use than expected. Cards reserve a little memory, for example for error
 * correction.
 */
const lowerTolerance = 0.05;

/** Memory values that the engine and the GPU exporter report. */
export interface ObservedMemory {
  /** Cache capacity of one instance in tokens. */
  readonly cacheTokens: number | undefined;
  /** Memory in use on one accelerator. */
  readonly usedBytes: number | undefined;
}

/**
 * Compares the memory in use on one accelerator with the size of the configured weights and KV cache. Null if the cache
 * size is unknown, or if the model has layers with a window, whose cache blocks contain different numbers of tokens.
 */
export function compareMemory(
  { servedModel, parallelism, accelerator }: PoolSetting,
  { cacheTokens, usedBytes }: ObservedMemory,
): RatioComparison | null {
  if (cacheTokens === undefined || servedModel.shape.window !== undefined) return null;
  const { attention } = servedModel.shape;
  const kvHeads = attention.kind === "grouped" ? attention.kvHeads : 1;
  const copies = parallelism.tensor / Math.min(parallelism.tensor, kvHeads);
  const cacheBytes = cacheTokens * kvBytesPerToken(servedModel.shape, servedModel.formats.kv) * copies;
  const setBytes = (storedWeightBytes(servedModel) + cacheBytes) / acceleratorCount(parallelism);
  const used = usedBytes ?? defaultUsableMemoryRatio * accelerator.memoryBytes;
  const overheadBytes = fixedOverheadBytes + activationRatio * accelerator.memoryBytes;
  const above = used / Math.max(used - overheadBytes, used / 2) - 1;
  return compareRatio(used / setBytes, { lowerByRatio: lowerTolerance, higherByRatio: above });
}
