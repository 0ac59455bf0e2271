/** Step 7: the effect in production, over time. */
import type { Step } from "../step";

/** Step 7: monitors the change in production until its effect is confirmed. */
export const validateStep: Step = {
  id: "validate",
  title: "Monitor and validate",
  focus: "Deploy the change, and monitor production until the effect is confirmed.",
  question: "Is the goal met in production, and does it stay met?",
  keyOutput: "Stable performance, measured in production.",
  doneWhen: "The goal is met over a representative period at usual load.",
  riskIfSkipped: "Without validation, the problem may return unnoticed.",
  collections: ["goal-value", "baseline-comparison", "change-events"],
  fields: [
    {
      id: "deployment",
      kind: "text",
      label: "Deploy of the change",
      help: "The deployed version or configuration, and the time of the deploy.",
      isRequired: true,
    },
    {
      id: "observation",
      kind: "lines",
      label: "Observation in production",
      help: "The goal's signal since the deploy, with window, load and number of requests.",
      isRequired: true,
    },
    {
      id: "follow-up",
      kind: "lines",
      label: "Further work",
      help: "Alerts, gates and documents that prevent a relapse.",
      isRequired: false,
    },
  ],
  checklist: [
    { id: "usual-load", text: "The observed period contains the usual peak of load." },
    { id: "alert", text: "An alert or a gate detects a relapse." },
  ],
  conditions: [],
};
