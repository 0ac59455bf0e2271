/** Questions of what-ifs and calculators as evidence: every change and every input has a valid value. */
import { expect, test } from "vitest";
import { evidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";

const whatIf = {
  endpoint: "what-if",
  deployment: "chat-70b",
  window: { startMs: 1_780_000_000_000, endMs: 1_780_003_600_000 },
  levers: { batch: "64" },
};
const calculator = {
  endpoint: "calculator",
  calculator: "weights",
  inputs: { model: "llama-3.1-8b", w: "fp8" },
};

test.each([
  ["a what-if", whatIf],
  ["a what-if of one instance", { ...whatIf, instance: "pod-1", levers: { speculation: "4:70" } }],
  ["a calculator", calculator],
])("%s is a question", (_name, question) => {
  expect(evidenceQuestion.parse(question)).toEqual(question);
});

test.each([
  ["a what-if without a change", { ...whatIf, levers: {} }],
  ["a what-if with an invalid value", { ...whatIf, levers: { batch: "0" } }],
  ["a what-if with one valid and one invalid value", { ...whatIf, levers: { batch: "1", weights: "fp7" } }],
  ["a what-if with an unknown lever", { ...whatIf, levers: { clock: "2" } }],
  ["a calculator without one of its inputs", { ...calculator, inputs: { w: "fp8" } }],
  ["a calculator with an invalid input", { ...calculator, inputs: { model: "llama-3.1-8b", w: "fp7" } }],
  [
    "a calculator with an input of another one",
    { ...calculator, inputs: { ...calculator.inputs, rows: "1" } },
  ],
])("%s is refused", (_name, question) => {
  expect(evidenceQuestion.safeParse(question).success).toBe(false);
});
