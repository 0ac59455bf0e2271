/** Link to the page of a calculator. */
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";

/** Returns the page of a calculator with its inputs. */
export function createCalculatorHref({
  calculator,
  inputs,
}: Pick<QuestionOf<"calculator">, "calculator" | "inputs">): string {
  return `/roofline/calculators?${new URLSearchParams({ calc: calculator, ...inputs }).toString()}`;
}
