/** Step 4: the possible causes, each with evidence. */
import type { Step } from "../step";

/** Step 4: state possible causes as hypotheses that a test can refute. */
export const formHypothesesStep: Step = {
  id: "form-hypotheses",
  title: "Analyse and form hypotheses",
  focus: "Compare the data, and state each possible cause as a hypothesis that a test can refute.",
  question: "Which causes explain the symptom, and which measurement distinguishes them?",
  keyOutput: "Ranked hypotheses with evidence for and against.",
  doneWhen: "At least one hypothesis has evidence and is not refuted.",
  riskIfSkipped: "Without hypotheses, the team may fix something that is not the cause.",
  collections: ["trace-comparison", "trace-change", "roofline-point", "change-events"],
  fields: [
    {
      id: "analysis",
      kind: "lines",
      label: "Analysis",
      help: "Differences between affected and unaffected traffic, and changes shortly before the symptom.",
      isRequired: true,
    },
    {
      id: "excluded-causes",
      kind: "lines",
      label: "Excluded causes",
      help: "Causes that the data contradict, with the reason.",
      isRequired: false,
    },
  ],
  checklist: [
    { id: "rival-hypothesis", text: "At least two hypotheses compete." },
    { id: "changes-checked", text: "Deploys and configuration changes before the symptom were checked." },
  ],
  conditions: [
    {
      id: "hypothesis",
      name: "hypothesis with evidence for it",
      remedy: "Link evidence for a hypothesis of this round that is open or supported.",
      isMet: ({ provenHypothesisCount }) => provenHypothesisCount > 0,
    },
  ],
};
