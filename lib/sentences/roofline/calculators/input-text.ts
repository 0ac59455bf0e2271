/** Labels of the inputs of a calculator, and their values as text. */
import { formatCount, formatNumber } from "@/lib/format/number";
import { precisionTitle } from "@/lib/format/precision-names";
import {
  listCalculatorInputs,
  type Calculator,
  type CalculatorInputName,
  type CalculatorState,
} from "@/lib/model/roofline/calculator-input";
import type { CalculatorEntries } from "./calculate";

const labels: { readonly [Name in CalculatorInputName]: string } = {
  rows: "Rows, T",
  in: "Inputs, i",
  out: "Outputs, o",
  w: "Weights",
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
