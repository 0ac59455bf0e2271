/** Link to the page of a calculator. */
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { listCalculatorInputs } from "@/lib/model/roofline/calculator-input";

/** Returns the page of a calculator with its inputs, in the order of the page. */
export function createCalculatorHref({
  calculator,
  inputs,
}: Pick<QuestionOf<"calculator">, "calculator" | "inputs">): string {
  const search = new URLSearchParams({ calc: calculator });
  for (const name of listCalculatorInputs(calculator)) {
    const text = inputs[name];
    if (text !== undefined) search.set(name, text);
  }
  return `/roofline/calculators?${search.toString()}`;
}
