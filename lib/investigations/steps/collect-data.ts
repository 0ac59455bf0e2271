/** Step 3: the data that the analysis needs, and the missing instruments. */
import type { Step } from "../step";

/** Step 3: add missing metrics and traces, and collect data while the symptom is present. */
export const collectDataStep: Step = {
  id: "collect-data",
  title: "Instrument and collect data",
  focus: "Add the missing metrics and traces, and collect data while the symptom is present.",
  question: "Which data distinguish the possible causes, and which of these data are missing?",
  keyOutput: "Traces and metrics of the affected and the unaffected traffic.",
  doneWhen: "The data cover the symptom, and the remaining gaps are listed.",
  riskIfSkipped: "Without this step, the data may be insufficient for a diagnosis.",
  collections: ["data-check", "trace-comparison"],
  fields: [
    {
      id: "measured",
      kind: "lines",
      label: "Measured data",
      help: "Metrics, traces and logs that cover the symptom, with links.",
      isRequired: true,
    },
    {
      id: "gaps",
      kind: "lines",
      label: "Missing data",
      help: "Each missing signal with the flag or exporter that adds it. The data check lists them.",
      isRequired: false,
    },
    {
      id: "sampling",
      kind: "text",
      label: "Sampling of traces",
      help: "The fraction of stored traces, and whether slow requests are always stored.",
      isRequired: false,
    },
  ],
  checklist: [
    { id: "shared-time", text: "The clocks of all hosts agree, so that traces and metrics can be joined." },
    { id: "slow-requests-stored", text: "Sampling stores slow requests." },
  ],
  conditions: [],
};
