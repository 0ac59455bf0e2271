import { expect, test } from "vitest";
import { answerFromExperiments, type AnsweringExperiment } from "./experiment-answers";
import { findMissingParts } from "./progress";
import type { StepField } from "./step";
import { optimiseStep } from "./steps/optimise";
import { reproduceStep } from "./steps/reproduce";

const planned: AnsweringExperiment = {
  number: 1,
  kind: "config-change",
  factor: { path: "tokenizer.mode", from: "slow", to: "fast" },
  rollbackPlan: "Set the mode back to slow.",
  state: "planned",
  decision: null,
};
const adopted: AnsweringExperiment = {
  ...planned,
  state: "ended",
  decision: {
    decision: "adopt",
    reason: "First tokens are faster.",
    result: { sentence: "Better: 45 % lower." },
  },
};

const textsOf = (experiments: readonly AnsweringExperiment[]) =>
  optimiseStep.fields.map((field) => answerFromExperiments(field, experiments).map(({ text }) => text));

const missingOf = (experiments: readonly AnsweringExperiment[], answers = {}) =>
  findMissingParts(
    optimiseStep,
    { answers, checked: optimiseStep.checklist.map(({ id }) => id) },
    { hasGoal: true, baseline: "usable", provenHypothesisCount: 1, experiments },
  ).map(({ text }) => text);

test("a decided experiment answers every field of step 6, so nothing is missing", () => {
  expect(textsOf([adopted])).toEqual([
    ["Configuration change: tokenizer.mode slow → fast"],
    ["Better: 45 % lower."],
    ["Set the mode back to slow."],
    ["Adopt the change: First tokens are faster."],
  ]);
  expect(missingOf([adopted])).toEqual([]);
});

test.each([
  ["planned", "Not started.", ["Start X1 to measure the effect."]],
  ["running", "Running.", ["End X1 when its verdict is clear."]],
  ["ended", "Measured. The decision stores the result.", []],
] as const)(
  "an experiment that is %s names the action that completes its answers",
  (state, text, remedies) => {
    const experiments = [{ ...planned, state }];
    expect(textsOf(experiments)[1]).toEqual([text]);
    expect(missingOf(experiments)).toEqual([
      ...remedies.map((remedy) => `“Measured effect” is not complete. ${remedy}`),
      "“Decision” is not complete. Decide on X1 after its end.",
    ]);
  },
);

test("several experiments answer a field together, and one without a decision leaves it incomplete", () => {
  const second = { ...planned, number: 2, state: "ended" } as const;
  expect(answerFromExperiments(optimiseStep.fields[3] as StepField, [adopted, second])).toMatchObject([
    { experimentNumber: 1, text: "Adopt the change: First tokens are faster.", remedy: null },
    { experimentNumber: 2, text: "Not decided." },
  ]);
  expect(missingOf([adopted, second])).toEqual(["“Decision” is not complete. Decide on X2 after its end."]);
});

test("without an experiment a person answers the fields, and other steps are never answered by experiments", () => {
  const answers = { change: "c", effect: "e", rollback: "r", decision: "deploy" };
  expect(missingOf([], answers)).toEqual([]);
  expect(missingOf([])).toHaveLength(4);
  for (const field of reproduceStep.fields) expect(answerFromExperiments(field, [adopted])).toEqual([]);
});
