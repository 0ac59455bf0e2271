/** State of the calculators in the URL, as flat parameters, so that a link contains a worked example. */
import { useQueryStates } from "nuqs";
import { enumTextFormat, type TextFormat } from "@/lib/base/text/text-format";
import {
  calculatorInputs as inputs,
  calculators,
  listCalculatorInputs,
  type CalculatorState,
} from "@/lib/model/roofline/calculator-input";
import { findInvalidNames, parseAsFormat } from "@/lib/client/url-parsers";

const parserOf = <Value extends string | number>(input: {
  readonly format: TextFormat<Value>;
  readonly defaultValue: NoInfer<Value>;
}) => parseAsFormat(input.format).withDefault(input.defaultValue);

/** Parsers of the URL parameters with the input of the calculators. */
export const calculatorParsers = {
  calc: parserOf({ format: enumTextFormat(calculators), defaultValue: "matmul" }),
  rows: parserOf(inputs.rows),
  in: parserOf(inputs.in),
  out: parserOf(inputs.out),
  w: parserOf(inputs.w),
  act: parserOf(inputs.act),
  kv: parserOf(inputs.kv),
  gpu: parserOf(inputs.gpu),
  model: parserOf(inputs.model),
  ctx: parserOf(inputs.ctx),
  seq: parserOf(inputs.seq),
  pool: parserOf(inputs.pool),
  tp: parserOf(inputs.tp),
  claim: parserOf(inputs.claim),
} satisfies { readonly [Name in keyof CalculatorState]: unknown };

/** Returns the input of the calculators and a setter. Changes replace the history entry. */
export function useCalculatorState() {
  return useQueryStates(calculatorParsers, { history: "replace" });
}

/** Returns the invalid parameters of the open calculator, for which defaults are shown. */
export function findInvalidCalculatorInputs(search: URLSearchParams): readonly string[] {
  const calc = calculatorParsers.calc.parse(search.get("calc") ?? "") ?? "matmul";
  const used: readonly string[] = ["calc", ...listCalculatorInputs(calc)];
  return findInvalidNames(search, calculatorParsers).filter((name) => used.includes(name));
}
