/** The calculators of the Roofline page and their inputs. Links and stored questions contain the inputs as text. */
import {
  integerTextFormat,
  numberTextFormat,
  enumTextFormat,
  type TextFormat,
} from "@/lib/base/text/text-format";
import { entryIdFormat } from "./entry-id";
import { activationFormats, kvFormatNames, weightFormatNames } from "./precision";

/** Calculators of the Roofline page. */
export const calculators = ["matmul", "kv-cache", "weights", "break-even", "step"] as const;
/** Calculator of the Roofline page. */
export type Calculator = (typeof calculators)[number];

/** Text format of an input, and its value in a link without it. */
interface CalculatorInput<Value> {
  readonly format: TextFormat<Value>;
  readonly defaultValue: Value;
}

const input = <Value>(format: TextFormat<Value>, defaultValue: Value): CalculatorInput<Value> => ({
  format,
  defaultValue,
});

/** Inputs of all calculators. */
export const calculatorInputs = {
  rows: input(integerTextFormat(1, 1e9), 1),
  in: input(integerTextFormat(1, 1e9), 4_096),
  out: input(integerTextFormat(1, 1e9), 4_096),
  w: input(enumTextFormat(weightFormatNames), "fp16"),
  act: input(enumTextFormat(activationFormats), "auto"),
  kv: input(enumTextFormat(kvFormatNames), "fp16"),
  gpu: input(entryIdFormat, "h100-sxm"),
  model: input(entryIdFormat, "llama-3.1-8b"),
  ctx: input(integerTextFormat(1, 1e9), 4_096),
  seq: input(integerTextFormat(1, 1e9), 1),
  /** Gigabytes for the cache; 0 = not set. */
  pool: input(numberTextFormat(0, 1e9), 0),
  /** GPUs with tensor parallelism. */
  tp: input(integerTextFormat(1, 1_024), 1),
  /** Claimed output tokens per second; 0 = no claim. */
  claim: input(numberTextFormat(0, 1e9), 0),
} as const;

type Inputs = typeof calculatorInputs;
/** Name of an input of a calculator. */
export type CalculatorInputName = keyof Inputs;

/** The open calculator and the inputs of all calculators. */
export type CalculatorState = { readonly calc: Calculator } & {
  readonly [Name in CalculatorInputName]: Inputs[Name]["defaultValue"];
};

/** Inputs of each calculator. Other inputs have no effect on it. */
const inputNames = {
  matmul: ["rows", "in", "out", "w", "act", "gpu"],
  "kv-cache": ["model", "kv", "ctx", "seq", "pool"],
  weights: ["model", "w"],
  "break-even": ["model", "gpu", "w", "act", "kv", "ctx"],
  step: ["model", "gpu", "w", "act", "kv", "ctx", "seq", "tp", "claim"],
} as const satisfies { readonly [C in Calculator]: readonly CalculatorInputName[] };

/** Returns the names of the inputs that a calculator uses. */
export const listCalculatorInputs = (calc: Calculator): readonly CalculatorInputName[] => inputNames[calc];

/** Inputs of one calculator, as text. */
export type CalculatorTexts = { readonly [Name in CalculatorInputName]?: string };

/** Returns the inputs of the open calculator as text. */
export function writeCalculatorInputs(state: CalculatorState): CalculatorTexts {
  return Object.fromEntries(
    listCalculatorInputs(state.calc).map((name) => [name, getFormat(name).serialize(state[name])]),
  );
}

/**
 * Returns the state of a calculator from exactly the inputs that it uses. Null if an input is missing, not
 * valid or not used. `act` may be missing, because questions stored by older servers do not have it.
 */
export function parseCalculatorInputs(calc: Calculator, texts: CalculatorTexts): CalculatorState | null {
  const names = listCalculatorInputs(calc);
  const given = names.filter((name) => name !== "act" || texts.act !== undefined);
  const values = given.map((name) => [name, getFormat(name).parse(texts[name] ?? "")] as const);
  const isComplete = values.every(([, value]) => value !== null);
  const hasOther = Object.keys(texts).length > given.length;
  return isComplete && !hasOther ? { ...defaultState, ...Object.fromEntries(values), calc } : null;
}

/** Returns the format of an input. It writes only values that it returned itself. */
const getFormat = (name: CalculatorInputName) =>
  calculatorInputs[name].format as unknown as TextFormat<unknown>;

const defaultState = {
  calc: "matmul",
  ...Object.fromEntries(Object.entries(calculatorInputs).map(([name, one]) => [name, one.defaultValue])),
} as unknown as CalculatorState;
