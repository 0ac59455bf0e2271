/** Step 6: one change, and its measured effect. */
import type { Step } from "../step";

/** Step 6: change one factor that may remove the cause, and measure the effect. */
export const optimiseStep: Step = {
  id: "optimise",
  title: "Optimise and test",
  focus: "Change one factor that may remove the cause, and measure the effect.",
  question: "Does the change reach the goal without a regression?",
  keyOutput: "A change with its measured effect and a decision.",
  doneWhen:
    "The effect is measured, each value that must not worsen is within its limit, and the decision is recorded.",
  riskIfSkipped: "Without a measurement, the change may cause new performance problems unnoticed.",
  collections: ["goal-value", "baseline-comparison", "roofline-point"],
  fields: [
    {
      id: "change",
      kind: "lines",
      label: "Change",
      help: "The one factor that you change, with its values before and after.",
      isRequired: true,
      experimentPart: "factor",
    },
    {
      id: "effect",
      kind: "lines",
      label: "Measured effect",
      help: "Values before and after the change, with window and number of requests.",
      isRequired: true,
      experimentPart: "result",
    },
    {
      id: "rollback",
      kind: "lines",
      label: "Rollback plan",
      help: "How to undo the change, and how long it takes.",
      isRequired: true,
      experimentPart: "rollback-plan",
    },
    {
      id: "decision",
      kind: "choice",
      label: "Decision",
      help: "Record the decision after the measurement.",
      isRequired: true,
      experimentPart: "decision",
      options: [
        { id: "deploy", title: "Deploy the change" },
        { id: "reject", title: "Reject the change" },
        { id: "measure-more", title: "Measure more before the decision" },
      ],
    },
  ],
  checklist: [
    { id: "one-factor", text: "Only one factor differs between before and after." },
    { id: "limits-checked", text: "The values that must not worsen were measured." },
  ],
  conditions: [],
};
