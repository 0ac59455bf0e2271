/** Step 5: the smallest test that shows the symptom. */
import type { Step } from "../step";

/** Step 5: build the smallest test that shows the symptom reliably. */
export const reproduceStep: Step = {
  id: "reproduce",
  title: "Isolate and reproduce",
  focus: "Build the smallest test that shows the symptom reliably.",
  question: "Which load and configuration cause the symptom each time?",
  keyOutput: "A test, and the share of its runs that show the symptom.",
  doneWhen: "The test shows the symptom in a known fraction of its runs.",
  riskIfSkipped: "Without a reproduction, the fix may address another problem.",
  collections: ["baseline-comparison"],
  fields: [
    {
      id: "test-case",
      kind: "lines",
      label: "Test case",
      help: "The command, the load, the prompts and the configuration.",
      isRequired: true,
    },
    {
      id: "run-count",
      kind: "count",
      label: "Number of runs",
      help: "Runs of the test with the same configuration.",
      isRequired: true,
    },
    {
      id: "reproduced-count",
      kind: "count",
      label: "Runs that show the symptom",
      help: "At most the number of runs.",
      isRequired: true,
      limitField: "run-count",
    },
    {
      id: "differences",
      kind: "lines",
      label: "Differences from production",
      help: "Hardware, traffic and versions of the test that differ from the affected deployment.",
      isRequired: false,
    },
  ],
  checklist: [
    { id: "minimal", text: "The test has no part that is not needed to show the symptom." },
    { id: "opposite-run", text: "The symptom is absent if the suspected cause is removed." },
  ],
  conditions: [],
};
