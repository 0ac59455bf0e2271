/** States the answer of each roofline calculator in a sentence. */
import type { BreakEven, BreakEvenContextLimit } from "@/lib/analysis/roofline/bounds/break-even";
import type { DecodeStepResult } from "@/lib/analysis/roofline/calculators/decode-step";
import type { ComputeBoundRows } from "@/lib/analysis/roofline/calculators/matmul";
import type { WeightSize } from "@/lib/analysis/roofline/calculators/weight-sizes";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { precisionTitle } from "@/lib/format/precision-names";
import type { KvFormat, WeightFormat } from "@/lib/model/roofline/precision";

const intensity = (value: number): string => formatWithUnit(value, "flop-per-byte", "FLOP/B");
const gigabytes = (bytes: number): string => formatWithUnit(bytes, "bytes", "GB");

/** Formats bytes in kB, MB or GB, because the cache of one token is far smaller than a gigabyte. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return formatWithUnit(bytes, "bytes", "kB");
  return bytes < 1e9 ? `${formatNumber(bytes / 1e6)}${thinSpace}MB` : gigabytes(bytes);
}

/** Returns the result of the matrix product calculator as sentences. */
export function matmulSentence(product: {
  readonly intensityFlopPerByte: number;
  readonly ridgeFlopPerByte: number;
  readonly accelerator: string;
  readonly computeBound: ComputeBoundRows;
}): string {
  const { intensityFlopPerByte, ridgeFlopPerByte, accelerator, computeBound } = product;
  const bound = intensityFlopPerByte >= ridgeFlopPerByte ? "compute-bound" : "memory-bound";
  const rows =
    computeBound.kind === "never"
      ? "The matrix product stays memory-bound at any number of rows"
      : `The matrix product becomes compute-bound at ${countWithNoun(Math.ceil(computeBound.rows), "row")}`;
  return `${intensity(intensityFlopPerByte)} on ${accelerator}, ridge ${intensity(ridgeFlopPerByte)}: ${bound}. ${rows}.`;
}

/** Returns the result of the KV cache calculator as sentences. */
export function kvCacheSentence(cache: {
  readonly model: string;
  readonly format: KvFormat;
  readonly sequences: number;
  readonly contextTokens: number;
  readonly bytes: number;
  /** Memory for the KV cache, and the sequences that fit into it. Null if it is not requested. */
  readonly capacity: { readonly bytes: number; readonly maxSequences: number } | null;
}): string {
  const { model, format, sequences, contextTokens, bytes, capacity } = cache;
  const capacityText =
    capacity === null
      ? ""
      : ` A KV cache of ${gigabytes(capacity.bytes)} holds ${formatNumber(capacity.maxSequences)} sequences at once.`;
  return `${formatCount(sequences)} × ${countWithNoun(contextTokens, "token")} of ${model} in ${precisionTitle(format)} take ${formatBytes(bytes)}.${capacityText}`;
}

/** Returns the result of the weight size calculator as sentences. */
export function weightsSentence(
  model: string,
  { format, storedBytes, readBytes }: WeightSize,
  restFormat: WeightFormat,
): string {
  return `${model} in ${precisionTitle(format)} takes ${gigabytes(storedBytes)}. A step of one sequence reads ${gigabytes(readBytes)}. Embeddings and the LM head stay in ${precisionTitle(restFormat)}.`;
}

/** Returns the result of the break-even calculator as sentences. */
export function breakEvenSentence(result: {
  readonly accelerator: string;
  readonly contextTokens: number;
  readonly breakEven: BreakEven | undefined;
  readonly contextLimit: BreakEvenContextLimit;
  readonly linearBreakEvenRows: number;
}): string {
  const { accelerator, contextTokens, breakEven, contextLimit: limit, linearBreakEvenRows } = result;
  const context = `with ${countWithNoun(contextTokens, "token")} of context`;
  const batch =
    breakEven?.kind === "from"
      ? `Decode becomes compute-bound at a batch size of ${formatCount(Math.ceil(breakEven.batch))} ${context}`
      : `No batch size makes decode compute-bound ${context}`;
  const limitText =
    limit.kind === "none"
      ? "At every context length, a large enough batch makes decode compute-bound."
      : `Above ${countWithNoun(Math.floor(limit.tokens), "token")} of context, no batch size makes decode compute-bound.`;
  return `${batch}, on ${accelerator}. ${limitText} Without attention, the large matrix products become compute-bound at ${countWithNoun(Math.ceil(linearBreakEvenRows), "row")} (tokens per step).`;
}

/** Returns the minimum time of a decode step, or whether a claimed throughput is possible and why. */
export function decodeStepSentence(
  step: Pick<DecodeStepResult, "stepSeconds" | "tokensPerSecond" | "memoryFit" | "claim"> & {
    readonly model: string;
    readonly accelerator: string;
    readonly acceleratorCount: number;
    readonly batch: number;
    readonly claimedTokensPerSecond: number;
  },
): string {
  const { model, accelerator, acceleratorCount, batch, stepSeconds, tokensPerSecond, memoryFit, claim } =
    step;
  const hardware = acceleratorCount === 1 ? accelerator : `${formatCount(acceleratorCount)} × ${accelerator}`;
  const limit = `at most ${formatNumber(tokensPerSecond)} tokens/s`;
  const memory =
    memoryFit.kind === "fits"
      ? ""
      : ` It does not fit: it needs ${gigabytes(memoryFit.neededBytes)} of ${gigabytes(memoryFit.usableBytes)} usable memory.`;
  if (claim === null) {
    const sequences = countWithNoun(batch, "sequence");
    return `A decode step of ${sequences} with ${model} takes at least ${formatWithUnit(stepSeconds, "seconds", "ms")} on ${hardware}, ${limit}.${memory}`;
  }
  const claimed = `${formatNumber(step.claimedTokensPerSecond)} tokens/s with ${model} on ${hardware}`;
  const needed = `It requires ${formatWithUnit(claim.mbu, "ratio", "%")} of the memory bandwidth and ${formatWithUnit(claim.mfu, "ratio", "%")} of the peak arithmetic`;
  return `${claimed}: ${claim.judgement}. ${needed}, and the roof allows ${limit}.${memory}`;
}
