import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { StepRecordEntry } from "@/lib/contracts/investigations/progress";
import type { AnsweringExperiment } from "@/lib/investigations/experiment-answers";
import { optimiseStep } from "@/lib/investigations/steps/optimise";
import { StepText } from "./step-text";

const record: StepRecordEntry = {
  step: "optimise",
  round: 1,
  state: "done",
  reason: null,
  answers: { change: "max_num_seqs 256 to 64", decision: "deploy" },
  checked: [],
  addedItems: [],
  version: 2,
};
const experiment: AnsweringExperiment = {
  number: 1,
  kind: "rollback",
  factor: { path: "version", from: "2.4", to: "2.3" },
  rollbackPlan: "Deploy 2.4 again.",
  state: "running",
  decision: null,
};

const answerTo = (label: string) => screen.getByText(label).nextElementSibling;

test("shows a record without experiments as a person saved it", () => {
  render(<StepText step={optimiseStep} record={record} experiments={[]} />);
  expect(answerTo("Change")).toHaveTextContent(/^max_num_seqs 256 to 64$/);
  expect(answerTo("Decision")).toHaveTextContent(/^Deploy the change$/);
  expect(answerTo("Measured effect")).toHaveTextContent("no answer");
});

test("shows the answers of an experiment with its link, then the saved text of a person", () => {
  render(<StepText step={optimiseStep} record={record} experiments={[experiment]} />);
  expect(answerTo("Change")).toHaveTextContent(
    "X1Rollback: version 2.4 → 2.3Entered by a person: max_num_seqs 256 to 64",
  );
  expect(answerTo("Measured effect")).toHaveTextContent(/^X1Running\.$/);
  for (const link of screen.getAllByRole("link", { name: "X1" })) expect(link).toHaveAttribute("href", "#X1");
});
