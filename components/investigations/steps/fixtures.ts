/** Step, draft and form for tests of the drafts of a step. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { createElement } from "react";
import { makeQueryClient } from "@/lib/client/query-client";
import type { StepRecordEntry } from "@/lib/contracts/investigations/progress";
import { collectDataStep } from "@/lib/investigations/steps/collect-data";
import { StepEditor } from "./step-editor";
import { toStepValues, type StepValues } from "./step-schema";

/** A draft as the server returns it, without its name. */
export interface StoredDraft {
  readonly document: string;
  readonly updatedAtMs: number;
}

/** Name of the draft of `openStep`. */
export const draftPart = "step:1:collect-data";

/** An open step with one answer. */
export const openStep: StepRecordEntry = {
  step: "collect-data",
  round: 1,
  state: "open",
  reason: null,
  answers: { measured: "Queue time." },
  checked: [],
  addedItems: [],
  version: 1,
};

/** Returns a draft of `openStep` with these answers. */
export function createDraft(answers: StepValues["answers"], updatedAtMs: number): StoredDraft {
  const openedVersion = { version: 1, values: toStepValues(collectDataStep, openStep) };
  const values = { ...openedVersion.values, answers: { ...openedVersion.values.answers, ...answers } };
  return { document: JSON.stringify({ openedVersion, values }), updatedAtMs };
}

/** Renders the form of `openStep`. */
export function showStepEditor(): void {
  const props = {
    number: 31,
    version: 1,
    step: collectDataStep,
    record: openStep,
    experiments: [],
    lastSave: null,
  };
  const editor = createElement(StepEditor, props);
  render(createElement(QueryClientProvider, { client: makeQueryClient() }, editor));
}
