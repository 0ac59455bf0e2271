/**
 * Whether the memory that is used is that of the weights and the cache as they are set. An engine that takes its memory up front uses
 * them and what a step needs beside: about 2 GB of the driver and of graphs, and up to 6 % of the memory for activations. Where no
 * exporter tells what is used, nine tenths of what there is are taken for it, as engines take unless told otherwise.
 */
import { storedWeightBytes, usualUsableRatio } from "@/lib/analysis/roofline/bounds/fits";
import { kvBytesPerToken } from "@/lib/analysis/roofline/step-work/kv-cache";
import { acceleratorCount } from "@/lib/analysis/roofline/step-work/parallel";
import { compareRatio, type RatioComparison } from "./comparison";
import type { Setting } from "./setting";

const fixedOverheadBytes = 2e9;
const activationRatio = 0.06;
/** Cards of one name keep a little for themselves, or for error correction. */
const lowerTolerance = 0.05;

export interface ObservedMemory {
  /** That the cache of one instance holds. */
  readonly cacheTokens: number | undefined;
  /** Of one accelerator. */
  readonly usedBytes: number | undefined;
}

/** Used over set, of one accelerator. Null where the cache is not told, or forgets: then its tokens are not those of its blocks. */
export function memoryCheck(
  { served, parallel, accelerator }: Setting,
  { cacheTokens, usedBytes }: ObservedMemory,
): RatioComparison | null {
  if (cacheTokens === undefined || served.shape.window !== undefined) return null;
  const { attention } = served.shape;
  const kvHeads = attention.kind === "grouped" ? attention.kvHeads : 1;
  const copies = parallel.tensor / Math.min(parallel.tensor, kvHeads);
  const cacheBytes = cacheTokens * kvBytesPerToken(served.shape, served.plan.kv) * copies;
  const setBytes = (storedWeightBytes(served) + cacheBytes) / acceleratorCount(parallel);
  const used = usedBytes ?? usualUsableRatio * accelerator.memoryBytes;
  const overheadBytes = fixedOverheadBytes + activationRatio * accelerator.memoryBytes;
  const above = used / Math.max(used - overheadBytes, used / 2) - 1;
  return compareRatio(used / setBytes, { below: lowerTolerance, above });
}
