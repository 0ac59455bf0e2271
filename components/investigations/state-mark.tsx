import { stateTitles, type InvestigationState } from "@/lib/model/investigation/investigation-state";
import { ShapeMark, type StatusShape } from "@/components/shared/status-mark";

/** Shape of each state, from the shapes of the status of a deployment. */
const shapes: { readonly [State in InvestigationState]: StatusShape } = {
  triage: "unknown",
  active: "over",
  "fix-deployed": "unusual",
  monitoring: "stale",
  resolved: "ok",
  invalid: "idle",
  infrastructure: "idle",
  downstream: "idle",
  "wont-fix": "idle",
  duplicate: "idle",
};

/** The state of an investigation as a word with its shape. */
export function StateMark({ state }: { readonly state: InvestigationState }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <ShapeMark shape={shapes[state]} />
      {stateTitles[state]}
    </span>
  );
}
