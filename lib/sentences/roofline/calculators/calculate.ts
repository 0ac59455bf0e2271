/** Calculates the result of a calculator: a sentence with the answer, and rows of numbers. */
import { findRoof } from "@/lib/analysis/roofline/bounds/roof";
import { breakEvenByContext } from "@/lib/analysis/roofline/calculators/break-even-batch";
import { checkDecodeStep } from "@/lib/analysis/roofline/calculators/decode-step";
import { kvCacheSize } from "@/lib/analysis/roofline/calculators/kv-cache-size";
import { matmulBreakEven, matmulWork } from "@/lib/analysis/roofline/calculators/matmul";
import { weightSizes } from "@/lib/analysis/roofline/calculators/weight-sizes";
import { findComputePrecision, withWeightFormat } from "@/lib/analysis/roofline/what-if/change";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import type { Architecture } from "@/lib/model/roofline/architecture";
import { activationBytes, bytesPerWeight, type NumberFormats } from "@/lib/model/roofline/precision";
import { formatCount, formatNumber, formatWithUnit } from "@/lib/format/number";
import { formatWithSiPrefix } from "@/lib/format/si-prefix";
import type { CalculatorState } from "@/lib/model/roofline/calculator-input";
import { precisionTitle } from "@/lib/format/precision-names";
import { multiplicationText, multiplicationTexts } from "./input-text";
import {
  breakEvenSentence,
  decodeStepSentence,
  formatBytes,
  kvCacheSentence,
  matmulSentence,
  weightsSentence,
} from "./calculator-text";

/** Row in the result table of a calculator. */
export interface CalculatorRow {
  readonly key: string;
  readonly cells: readonly string[];
}

/** Result of a calculator: a sentence and a table. */
export interface CalculatorResult {
  readonly sentence: string;
  readonly columns: readonly string[];
  readonly rows: readonly CalculatorRow[];
  /** Key of the row that the inputs select. Null if they select no row. */
  readonly chosenRowKey: string | null;
}

/** GPU and model that the inputs of a calculator name. Null while loading, or if they do not exist. */
export interface CalculatorEntries {
  readonly accelerator: Accelerator | null;
  readonly model: { readonly architecture: Architecture; readonly formats: NumberFormats } | null;
}

/** Computes the result of the open calculator. Null without the GPU or model that it needs. */
export function calculateResult(
  state: CalculatorState,
  { accelerator, model }: CalculatorEntries,
): CalculatorResult | null {
  if (state.calc === "matmul") return accelerator === null ? null : matmulResult(state, accelerator);
  if (model === null) return null;
  if (state.calc === "kv-cache") return cacheResult(state, model.architecture);
  if (state.calc === "weights") return weightsResult(state, model);
  if (accelerator === null) return null;
  return state.calc === "step"
    ? stepResult(state, accelerator, model)
    : breakEvenResult(state, accelerator, model);
}

const gigabytes = (bytes: number): string => formatWithUnit(bytes, "bytes", "GB");
const secondsText = (seconds: number): string =>
  formatWithUnit(seconds, "seconds", seconds < 1e-3 ? "µs" : seconds < 1 ? "ms" : "s");
const noColumnTitles = ["", ""] as const;

function matmulResult(state: CalculatorState, accelerator: Accelerator): CalculatorResult | null {
  const roof = findRoof(accelerator, findComputePrecision(state.w, state.act));
  if (roof === null) return null;
  const product = {
    rows: state.rows,
    inputs: state.in,
    outputs: state.out,
    bytesPerWeight: bytesPerWeight[state.w],
    bytesPerActivation: activationBytes,
  };
  const work = matmulWork(product);
  const seconds = Math.max(work.flops / roof.flopsPerSecond, work.totalBytes / roof.bytesPerSecond);
  return {
    sentence: matmulSentence({
      intensityFlopPerByte: work.intensityFlopPerByte,
      ridgeFlopPerByte: roof.ridgeFlopPerByte,
      accelerator: accelerator.name,
      computeBound: matmulBreakEven(product, roof.ridgeFlopPerByte),
    }),
    columns: noColumnTitles,
    rows: factRows([
      ["FLOPs, 2·T·i·o", formatWithSiPrefix(work.flops, "FLOP")],
      ["Weights read", formatBytes(work.weightBytes)],
      ["Activations read and written", formatBytes(work.activationBytes)],
      ["Multiplied in", multiplicationText(state.w, state.act)],
      ["Minimum time at the roof", secondsText(seconds)],
    ]),
    chosenRowKey: null,
  };
}

function cacheResult(state: CalculatorState, shape: Architecture): CalculatorResult {
  const capacityBytes = state.pool === 0 ? null : state.pool * 1e9;
  const request = { format: state.kv, contextTokens: state.ctx, sequences: state.seq };
  const result = kvCacheSize({ shape, ...request, capacityBytes });
  const { totalBytes: bytes, maxSequences } = result;
  return {
    sentence: kvCacheSentence({
      ...request,
      model: shape.name,
      bytes,
      capacity:
        capacityBytes === null || maxSequences === null ? null : { bytes: capacityBytes, maxSequences },
    }),
    columns: noColumnTitles,
    rows: factRows([
      [
        "KV per token, 2·layers·KV heads·head size·bytes",
        formatWithUnit(result.bytesPerToken, "bytes", "kB"),
      ],
      ["KV per sequence", formatBytes(result.bytesPerSequence)],
      ["KV in total", formatBytes(result.totalBytes)],
      ...(result.capacityTokens === null || result.maxSequences === null
        ? []
        : [
            ["Tokens that fit", formatCount(Math.floor(result.capacityTokens))] as const,
            ["Maximum concurrent sequences", formatNumber(result.maxSequences)] as const,
          ]),
    ]),
    chosenRowKey: null,
  };
}

type Served = NonNullable<CalculatorEntries["model"]>;

function weightsResult(state: CalculatorState, { architecture, formats }: Served): CalculatorResult {
  const sizes = weightSizes({ shape: architecture, formats });
  const chosen = sizes.find(({ format }) => format === state.w);
  return {
    sentence: chosen === undefined ? "" : weightsSentence(architecture.name, chosen, formats.rest),
    columns: [
      "Weights",
      "Bytes per weight",
      "Multiplied in",
      "Stored",
      "Read per step at batch size 1",
      "Of the published model",
    ],
    rows: sizes.map(({ format, bytesPerWeight, storedBytes, readBytes, ratioToCurrentFormats }) => ({
      key: format,
      cells: [
        precisionTitle(format),
        formatNumber(bytesPerWeight),
        multiplicationTexts(format).join(" or "),
        gigabytes(storedBytes),
        gigabytes(readBytes),
        formatWithUnit(ratioToCurrentFormats, "ratio", "%"),
      ],
    })),
    chosenRowKey: state.w,
  };
}

function stepResult(
  state: CalculatorState,
  accelerator: Accelerator,
  { architecture, formats }: Served,
): CalculatorResult | null {
  const chosen = { ...withWeightFormat(formats, state.w, state.act), kv: state.kv };
  const roof = findRoof(accelerator, chosen.compute);
  if (roof === null) return null;
  const linkBytesPerSecond = accelerator.link.bidirectionalBytesPerSecond;
  const result = checkDecodeStep(
    { shape: architecture, formats: chosen },
    {
      machine: {
        ceilings: roof,
        parallelism: { tensor: state.tp, pipeline: 1 },
        linkBytesPerSecond: linkBytesPerSecond === null ? null : linkBytesPerSecond / 2,
      },
      acceleratorMemoryBytes: accelerator.memoryBytes,
      batch: state.seq,
      contextTokens: state.ctx,
      claimedTokensPerSecond: state.claim === 0 ? null : state.claim,
    },
  );
  const { bound, memoryFit, claim, tokensPerSecond, stepSeconds } = result;
  return {
    sentence: decodeStepSentence({
      ...result,
      model: architecture.name,
      accelerator: accelerator.name,
      acceleratorCount: state.tp,
      batch: state.seq,
      claimedTokensPerSecond: state.claim,
    }),
    columns: noColumnTitles,
    rows: factRows([
      ["Minimum step time", secondsText(stepSeconds)],
      ["Time to read the weights", secondsText(bound.weightSeconds)],
      ["Time to read and write the KV cache", secondsText(bound.kvSeconds)],
      ["Multiplied in", multiplicationText(state.w, state.act)],
      ["Time of the arithmetic", secondsText(bound.computeSeconds)],
      ["Time of the communication", secondsText(bound.communicationSeconds)],
      ["Maximum output tokens per second", formatNumber(tokensPerSecond)],
      ["Memory needed", gigabytes(memoryFit.neededBytes)],
      ["Memory usable", gigabytes(memoryFit.usableBytes)],
      ...(claim === null
        ? []
        : [
            ["MBU that the claim requires", formatWithUnit(claim.mbu, "ratio", "%")] as const,
            ["MFU that the claim requires", formatWithUnit(claim.mfu, "ratio", "%")] as const,
          ]),
    ]),
    chosenRowKey: null,
  };
}

/** Common context lengths. The selected one is added. */
const contexts = [0, 128, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 131_072];

function breakEvenResult(
  state: CalculatorState,
  accelerator: Accelerator,
  model: Served,
): CalculatorResult | null {
  const formats = { ...withWeightFormat(model.formats, state.w, state.act), kv: state.kv };
  const roof = findRoof(accelerator, formats.compute);
  if (roof === null) return null;
  const served = { shape: model.architecture, formats };
  const chosenContexts = [...new Set([...contexts, state.ctx])].toSorted((a, b) => a - b);
  const result = breakEvenByContext(served, roof, chosenContexts);
  return {
    sentence: breakEvenSentence({
      ...result,
      accelerator: accelerator.name,
      contextTokens: state.ctx,
      breakEven: result.byContext.find(({ contextTokens }) => contextTokens === state.ctx)?.breakEven,
    }),
    columns: ["Context, tokens", "Break-even batch"],
    rows: result.byContext.map(({ contextTokens, breakEven }) => ({
      key: String(contextTokens),
      cells: [
        formatCount(contextTokens),
        breakEven.kind === "never" ? "never" : formatCount(Math.ceil(breakEven.batch)),
      ],
    })),
    chosenRowKey: String(state.ctx),
  };
}

const factRows = (rows: readonly (readonly [string, string])[]): readonly CalculatorRow[] =>
  rows.map((cells) => ({ key: cells[0], cells }));
