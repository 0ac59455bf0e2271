/** Describes the result of a calculator as evidence. */
import { writeCalculatorInputs, type CalculatorState } from "@/lib/model/roofline/calculator-input";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";
import { calculatorTitles } from "@/lib/sentences/roofline/calculators/calculator-titles";
import { createCalculatorHref } from "./calculator-href";

/** Describes the result of the open calculator as evidence to store. It depends on no deployment and no window. */
export function createCalculatorSubject(state: CalculatorState): EvidenceSubject {
  const question = {
    endpoint: "calculator",
    calculator: state.calc,
    inputs: writeCalculatorInputs(state),
  } as const;
  return {
    question,
    title: `Calculator: ${calculatorTitles[state.calc]}`,
    window: null,
    deployment: null,
    opening: { kind: "chart", path: createCalculatorHref(question) },
  };
}
