/** Titles of the calculators. */
import type { Calculator } from "@/lib/model/roofline/calculator-input";

/** Title of each calculator. */
export const calculatorTitles: { readonly [C in Calculator]: string } = {
  matmul: "Matrix product",
  "kv-cache": "KV cache",
  weights: "Weights",
  "break-even": "Break-even batch",
  step: "Decode step and claims",
};
