/** Labels of the inputs of a calculator, and their values as text. */
import { formatCount, formatNumber } from "@/lib/format/number";
import { precisionTitle } from "@/lib/format/precision-names";
import {
  listCalculatorInputs,
  type Calculator,
  type CalculatorInputName,
  type CalculatorState,
} from "@/lib/model/roofline/calculator-input";
import { findComputePrecision } from "@/lib/analysis/roofline/what-if/change";
import {
  activationFormats,
  bytesPerWeight,
  type ActivationFormat,
  type WeightFormat,
} from "@/lib/model/roofline/precision";
import type { CalculatorEntries } from "./calculate";

const labels: { readonly [Name in CalculatorInputName]: string } = {
  rows: "Rows, T",
  in: "Inputs, i",
  out: "Outputs, o",
  w: "Weights",
  act: "Activations",
  kv: "KV cache",
  gpu: "GPU",
  model: "Model",
  ctx: "Context, tokens",
  seq: "Sequences",
  pool: "KV cache, GB",
  tp: "GPUs, tensor parallel",
  claim: "Claimed tokens/s",
};

/** Returns the label of an input of a calculator. */
export function calculatorInputLabel(name: CalculatorInputName, calc: Calculator): string {
  return name === "seq" && calc === "step" ? "Batch, sequences" : labels[name];
}

/** Returns the format in which matrices are multiplied, with the usual short name: "BF16 (W8A16)". */
export function multiplicationText(format: WeightFormat, activations: ActivationFormat): string {
  const compute = findComputePrecision(format, activations);
  const weightBits = Math.floor(8 * bytesPerWeight[format]);
  const activationBits = compute === "fp8" || compute === "int8" ? 8 : compute === "fp32" ? 32 : 16;
  return `${precisionTitle(compute)} (W${weightBits}A${activationBits})`;
}

/** Returns the formats in which weights of a format can be multiplied: "INT8 (W8A8)" and "BF16 (W8A16)". */
export function multiplicationTexts(format: WeightFormat): readonly string[] {
  return [...new Set(activationFormats.map((activations) => multiplicationText(format, activations)))];
}

/** Returns the values of the inputs that a calculator uses. An optional input that is not set is excluded. */
export function describeCalculatorInputs(
  state: CalculatorState,
  { accelerator, model }: CalculatorEntries,
): { readonly label: string; readonly value: string }[] {
  const texts: { readonly [Name in CalculatorInputName]: string | null } = {
    rows: formatCount(state.rows),
    in: formatCount(state.in),
    out: formatCount(state.out),
    w: precisionTitle(state.w),
    act: multiplicationText(state.w, state.act),
    kv: precisionTitle(state.kv),
    gpu: accelerator?.name ?? state.gpu,
    model: model?.architecture.name ?? state.model,
    ctx: formatCount(state.ctx),
    seq: formatCount(state.seq),
    pool: state.pool === 0 ? null : formatNumber(state.pool),
    tp: formatCount(state.tp),
    claim: state.claim === 0 ? null : formatNumber(state.claim),
  };
  return listCalculatorInputs(state.calc).flatMap((name) => {
    const value = texts[name];
    return value === null ? [] : [{ label: calculatorInputLabel(name, state.calc), value }];
  });
}
