/** Step 2: the affected traffic, and the layer to check first. */
import type { Step } from "../step";

/** Step 2: describe the symptom and find out which traffic is affected. */
export const identifySymptomsStep: Step = {
  id: "identify-symptoms",
  title: "Identify symptoms and scope",
  focus: "Describe the degradation, and find out which traffic is affected.",
  question: "Which requests are affected, since when, and by how much?",
  keyOutput: "A description of the symptom and its scope.",
  doneWhen: "The symptom is a number, and the affected traffic is separated from the rest.",
  riskIfSkipped:
    "Without a described symptom, the team may search for a problem that does not exist or affects other traffic.",
  collections: ["instance-scope", "model-scope", "change-events", "trace-comparison", "trace-change"],
  fields: [
    {
      id: "symptom",
      kind: "lines",
      label: "Symptom",
      help: "The affected percentiles, the present and the usual value, and since when.",
      isRequired: true,
    },
    {
      id: "scope",
      kind: "lines",
      label: "Affected traffic",
      help: "Models, instances, consumers and prompt lengths that are affected, and those that are not.",
      isRequired: true,
    },
    {
      id: "layer",
      kind: "choice",
      label: "Suspected layer",
      help: "Check the layers in this order: data loading, compute, serving.",
      isRequired: true,
      options: [
        { id: "data-loading", title: "Data loading: retrieval, features, tokenization" },
        { id: "compute", title: "Compute: prefill, decode, GPU memory" },
        { id: "serving", title: "Serving: gateway, router, queue, network" },
        { id: "unknown", title: "Not known yet" },
      ],
    },
    {
      id: "blast-radius",
      kind: "lines",
      label: "Consequences for users",
      help: "Which users notice the symptom, and in which fraction of their requests.",
      isRequired: false,
    },
  ],
  checklist: [
    { id: "data-loading-checked", text: "Data loading was checked." },
    { id: "compute-checked", text: "Compute was checked." },
    { id: "serving-checked", text: "Serving was checked." },
  ],
  conditions: [],
};
