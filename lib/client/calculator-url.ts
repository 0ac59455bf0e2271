/** State of the calculators in the URL, as flat parameters, so that a link contains a worked example. */
import { useQueryStates } from "nuqs";
import { parseAsStringLiteral } from "nuqs/server";
import { kvFormatNames, weightFormatNames } from "@/lib/model/roofline/precision";
import {
  findInvalidNames,
  parseAsEntryId,
  parseAsIntegerBetween,
  parseAsNumberBetween,
  type UrlState,
} from "./url-parsers";

/** Calculators of the Roofline page. */
export const calculators = ["matmul", "kv-cache", "weights", "break-even", "step"] as const;
/** Calculator of the Roofline page. */
export type Calculator = (typeof calculators)[number];

/** Parsers of the URL parameters with the input of the calculators. */
export const calculatorParsers = {
  calc: parseAsStringLiteral(calculators).withDefault("matmul"),
  rows: parseAsIntegerBetween(1, 1e9).withDefault(1),
  in: parseAsIntegerBetween(1, 1e9).withDefault(4_096),
  out: parseAsIntegerBetween(1, 1e9).withDefault(4_096),
  w: parseAsStringLiteral(weightFormatNames).withDefault("fp16"),
  kv: parseAsStringLiteral(kvFormatNames).withDefault("fp16"),
  gpu: parseAsEntryId.withDefault("h100-sxm"),
  model: parseAsEntryId.withDefault("llama-3.1-8b"),
  ctx: parseAsIntegerBetween(1, 1e9).withDefault(4_096),
  seq: parseAsIntegerBetween(1, 1e9).withDefault(1),
  /** Memory for the KV cache in gigabytes; 0 = not set. */
  pool: parseAsNumberBetween(0, 1e9).withDefault(0),
  /** GPUs with tensor parallelism. */
  tp: parseAsIntegerBetween(1, 1_024).withDefault(1),
  /** Claimed output tokens per second; 0 = no claim. */
  claim: parseAsNumberBetween(0, 1e9).withDefault(0),
};

/** Input of the calculators, from the URL. */
export type CalculatorState = UrlState<typeof calculatorParsers>;

/** Returns the input of the calculators and a setter. Changes replace the history entry. */
export function useCalculatorState() {
  return useQueryStates(calculatorParsers, { history: "replace" });
}

/** Inputs that each calculator uses. Its result does not depend on the other inputs. */
const inputs = {
  matmul: ["rows", "in", "out", "w", "gpu"],
  "kv-cache": ["model", "kv", "ctx", "seq", "pool"],
  weights: ["model", "w"],
  "break-even": ["model", "gpu", "w", "kv", "ctx"],
  step: ["model", "gpu", "w", "kv", "ctx", "seq", "tp", "claim"],
} as const satisfies { readonly [C in Calculator]: readonly Exclude<keyof CalculatorState, "calc">[] };

/** Returns the URL parameters that a calculator uses. */
export const listCalculatorInputNames = (calc: Calculator): readonly (keyof CalculatorState)[] => [
  "calc",
  ...inputs[calc],
];

/** Returns the invalid parameters of the open calculator, for which defaults are shown. */
export function findInvalidCalculatorInputs(search: URLSearchParams): readonly string[] {
  const calc = calculatorParsers.calc.parse(search.get("calc") ?? "") ?? "matmul";
  const used = listCalculatorInputNames(calc);
  return findInvalidNames(search, calculatorParsers).filter((name) => used.some((input) => input === name));
}
