/** Step 1: the present performance as numbers, and the target. */
import type { Step } from "../step";

/** Step 1: measure the current performance, and set the target. */
export const defineBaselineStep: Step = {
  id: "define-baseline",
  title: "Define and measure the baseline",
  focus: "Measure the present performance, and set the target.",
  question: "How does the deployment perform in normal operation, and which value is good enough?",
  keyOutput: "Present values and one measurable goal.",
  doneWhen: "A baseline is recorded, and the goal has a signal, a statistic and an amount.",
  riskIfSkipped: "Without a clear goal, the team cannot show that a change helped.",
  collections: ["goal-value", "baseline-comparison"],
  fields: [
    {
      id: "present-value",
      kind: "text",
      label: "Present value of the goal's signal",
      help: "The value with its unit, window and number of requests.",
      isRequired: true,
      collection: "goal-value",
    },
    {
      id: "critical-path",
      kind: "lines",
      label: "Critical path of a request",
      help: "The services that a request passes through before its first token, in order.",
      isRequired: false,
    },
  ],
  checklist: [
    {
      id: "normal-operation",
      text: "The baseline covers normal operation, without an incident or a load test.",
    },
    { id: "limits-listed", text: "The values that must not worsen are listed, cost included." },
  ],
  conditions: [
    {
      id: "baseline",
      name: "baseline",
      remedy: "Choose the baseline of the investigation.",
      isMet: ({ baseline }) => baseline !== "missing",
    },
    {
      id: "baseline-deployment",
      name: "baseline of a deployment of this investigation",
      remedy:
        "Choose a baseline of a deployment of this investigation. The present baseline is of another deployment.",
      isMet: ({ baseline }) => baseline !== "other-deployment",
    },
    {
      id: "goal",
      name: "goal",
      remedy: "Set the goal of the investigation.",
      isMet: ({ hasGoal }) => hasGoal,
    },
  ],
};
