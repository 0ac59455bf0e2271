/** State of the calculators in the URL, as flat parameters, so that a link contains a worked example. */
import { createParser, parseAsStringLiteral, useQueryStates } from "nuqs";
import { kvFormatNames, weightFormatNames } from "@/lib/model/roofline/precision";

export const calculators = ["matmul", "kv-cache", "weights", "break-even"] as const;
export type Calculator = (typeof calculators)[number];

const number = (min: number, max: number, isInteger = true) =>
  createParser<number>({
    parse: (given) => {
      const value = /^\d{1,12}(?:\.\d{1,6})?$/.test(given) ? Number(given) : Number.NaN;
      const isUsable = value >= min && value <= max && (!isInteger || Number.isInteger(value));
      return isUsable ? value : null;
    },
    serialize: String,
  });
const id = createParser<string>({
  parse: (given) => (/^[a-z0-9][a-z0-9.-]{0,99}$/.test(given) ? given : null),
  serialize: (value) => value,
});

export const calculatorParsers = {
  calc: parseAsStringLiteral(calculators).withDefault("matmul"),
  rows: number(1, 1e9).withDefault(1),
  in: number(1, 1e9).withDefault(4_096),
  out: number(1, 1e9).withDefault(4_096),
  w: parseAsStringLiteral(weightFormatNames).withDefault("fp16"),
  kv: parseAsStringLiteral(kvFormatNames).withDefault("fp16"),
  gpu: id.withDefault("h100-sxm"),
  model: id.withDefault("llama-3.1-8b"),
  ctx: number(1, 1e9).withDefault(4_096),
  seq: number(1, 1e9).withDefault(1),
  /** Gigabytes for the cache; 0 = not set. */
  pool: number(0, 1e9, false).withDefault(0),
};

export interface CalculatorState {
  readonly calc: Calculator;
  readonly rows: number;
  readonly in: number;
  readonly out: number;
  readonly w: (typeof weightFormatNames)[number];
  readonly kv: (typeof kvFormatNames)[number];
  readonly gpu: string;
  readonly model: string;
  readonly ctx: number;
  readonly seq: number;
  readonly pool: number;
}

/** Returns the calculator state. Changes replace the history entry. */
export function useCalculatorState() {
  return useQueryStates(calculatorParsers, { history: "replace" });
}

/** Inputs of each calculator. Other inputs have no effect on it. */
const inputs = {
  matmul: ["rows", "in", "out", "w", "gpu"],
  "kv-cache": ["model", "kv", "ctx", "seq", "pool"],
  weights: ["model", "w"],
  "break-even": ["model", "gpu", "w", "kv", "ctx"],
} as const satisfies { readonly [C in Calculator]: readonly Exclude<keyof CalculatorState, "calc">[] };

export const inputsOf = (calc: Calculator): readonly (keyof CalculatorState)[] => ["calc", ...inputs[calc]];

/** Returns the invalid parameters of the open calculator, for which defaults are shown. */
export function invalidCalculatorInputs(search: URLSearchParams): readonly string[] {
  const calc = calculatorParsers.calc.parse(search.get("calc") ?? "") ?? "matmul";
  return inputsOf(calc).flatMap((name) => {
    const parser = calculatorParsers[name];
    const given = search.get(name);
    return given !== null && parser.parse(given) === null ? [name] : [];
  });
}
