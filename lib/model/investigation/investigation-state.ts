/** States of an investigation. They describe the deployment, not the work: the step describes the work. */

/** Ends of an investigation without a fix. */
export const endsWithoutFix = ["invalid", "infrastructure", "downstream", "wont-fix", "duplicate"] as const;
/** State of an investigation that was closed without a fix. */
export type EndWithoutFix = (typeof endsWithoutFix)[number];

/** States of an investigation, in the usual order. */
export const investigationStates = [
  "triage",
  "active",
  "fix-deployed",
  "monitoring",
  "resolved",
  ...endsWithoutFix,
] as const;
/** State of an investigation. */
export type InvestigationState = (typeof investigationStates)[number];

/** Titles of the states of an investigation, as displayed. */
export const stateTitles: { readonly [State in InvestigationState]: string } = {
  triage: "Triage",
  active: "Active",
  "fix-deployed": "Fix deployed",
  monitoring: "Monitoring",
  resolved: "Resolved",
  invalid: "Invalid",
  infrastructure: "Infrastructure",
  downstream: "Downstream",
  "wont-fix": "Won't fix",
  duplicate: "Duplicate",
};

/** One sentence per state, displayed where the state is chosen. */
export const stateExplanations: { readonly [State in InvestigationState]: string } = {
  triage: "The symptom is reported, and no one has confirmed it yet.",
  active: "The symptom is confirmed, and the team is looking for its cause.",
  "fix-deployed": "A deploy contains the fix, and its effect is not confirmed yet.",
  monitoring: "The fix had the expected effect, and the team checks that the effect lasts.",
  resolved: "The goal is met, or a person signed that it does not have to be met.",
  invalid: "The symptom does not exist, or the measurement was wrong.",
  infrastructure: "The cause is in hardware, network or hosts, and their team corrects it.",
  downstream:
    "The cause is in a service that the deployment calls, and the team of that service corrects it.",
  "wont-fix": "The cause is known, and the team decided not to correct it.",
  duplicate: "Another investigation examines the same symptom.",
};

/** Returns whether no work is left: the investigation is resolved, or it ended without a fix. */
export function isClosedState(state: InvestigationState): boolean {
  return state === "resolved" || isEndWithoutFix(state);
}

/** Returns whether the investigation ended without a fix. */
export function isEndWithoutFix(state: InvestigationState): state is EndWithoutFix {
  return endsWithoutFix.some((end) => end === state);
}

/** States of investigations that are not closed. */
export const openStates: readonly InvestigationState[] = investigationStates.filter(
  (state) => !isClosedState(state),
);
