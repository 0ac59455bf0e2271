/** Worked examples as inputs of their calculator and as links. */
import type { CalculatorInput, CalculatorPreset } from "@/lib/analysis/roofline/calculators/presets";
import { createCalculatorHref } from "../evidence/calculator-href";
import { writeCalculatorInputs, type CalculatorState } from "@/lib/model/roofline/calculator-input";

/** Converts the inputs of a published example to the URL state of its calculator. */
export function presetToState(
  input: CalculatorInput,
): Partial<CalculatorState> & Pick<CalculatorState, "calc"> {
  switch (input.calculator) {
    case "matmul":
      return {
        calc: "matmul",
        rows: input.rows,
        in: input.inputs,
        out: input.outputs,
        w: input.weights,
        act: "auto",
        gpu: input.accelerator,
      };
    case "kv-cache":
      return {
        calc: "kv-cache",
        model: input.model,
        kv: input.kv,
        ctx: input.contextTokens,
        seq: input.sequences,
        pool: input.capacityGigabytes,
      };
    case "weights":
      return { calc: "weights", model: input.model, w: input.weights };
    case "break-even":
      return {
        calc: "break-even",
        model: input.model,
        gpu: input.accelerator,
        w: input.weights,
        act: "auto",
        kv: input.kv,
        ctx: input.contextTokens,
      };
  }
}

/** Returns the published example that has exactly the current inputs. */
export function findMatchingPreset(
  state: CalculatorState,
  presets: readonly CalculatorPreset[],
): CalculatorPreset | undefined {
  return presets.find(({ input }) =>
    Object.entries(presetToState(input)).every(
      ([name, value]) => state[name as keyof CalculatorState] === value,
    ),
  );
}

/** Returns the link to a calculator with all of its inputs. */
export function calculatorLink(state: CalculatorState): string {
  return createCalculatorHref({ calculator: state.calc, inputs: writeCalculatorInputs(state) });
}
