/** The objects whose teams decide about changes, by endpoint. `policy.ts` decides by role, and both must allow a change. */
import type { ContractIdWithAccessRule } from "./policy";

type TeamRule = "deployment" | "baseline" | "investigation" | "template" | "none";

/**
 * Object whose team must include the caller, by the id of a contract that editors may use for changes. Admins are in
 * every team, and an object without a team belongs to every editor. Services check the rule with `team-rights.ts` on the
 * row that they change.
 */
const teamRules = {
  "review-deployment": "deployment",
  "edit-roofline-setting": "deployment",
  "import-roofline": "deployment",
  "dismiss-notice": "deployment",

  // Comments may be added by everyone, and changed by their author or the team.
  "create-event": "deployment",
  "receive-event": "deployment",
  "edit-event": "deployment",
  "delete-event": "deployment",

  // A new baseline appears in the lists of its deployment, and a new default changes the comparisons of other people.
  "capture-baseline": "deployment",
  "import-baseline": "deployment",
  "set-default-baseline": "deployment",
  "remove-default-baseline": "deployment",
  // A baseline without a team belongs to the team of its deployment.
  "edit-baseline": "baseline",
  "delete-baseline": "baseline",

  "open-investigation": "investigation",
  "edit-investigation": "investigation",
  "change-investigation-state": "investigation",
  "start-round": "investigation",
  "go-to-step": "investigation",
  "change-step-state": "investigation",
  "save-step": "investigation",
  "add-hypothesis": "investigation",
  "edit-hypothesis": "investigation",
  "rank-hypotheses": "investigation",
  "add-experiment": "investigation",
  "edit-experiment": "investigation",
  "remove-experiment": "investigation",
  "change-experiment-state": "investigation",
  "add-experiment-score": "investigation",
  "decide-experiment": "investigation",
  "approve-experiment": "investigation",
  "store-validation": "investigation",
  "end-watch": "investigation",
  "fire-rollback-hook": "investigation",
  "add-note": "investigation",
  "keep-evidence": "investigation",
  "add-evidence-file": "investigation",
  "link-evidence": "investigation",
  "remove-evidence": "investigation",
  "add-timeline-entry": "investigation",
  "edit-timeline-entry": "investigation",
  "pin-timeline-entry": "investigation",
  "set-participant": "investigation",
  "remove-participant": "investigation",
  "add-relation": "investigation",
  "remove-relation": "investigation",
  "edit-case-study": "investigation",
  "create-report-link": "investigation",
  "revoke-report-link": "investigation",

  "create-template": "template",
  "edit-template": "template",
  "delete-template": "template",

  // A gate run only compares, like the comparison that everyone may open.
  "create-gate": "none",

  // A display reads what everyone may read.
  "create-display": "none",
  "revoke-display": "none",

  // Hardware and models are shared by all teams.
  "add-accelerator": "none",
  "add-model": "none",
  "edit-accelerator": "none",
  "edit-model": "none",
} as const satisfies Partial<Record<ContractIdWithAccessRule, TeamRule>>;

/**
 * Returns the kind of object whose team decides about the endpoint's changes. Undefined if the endpoint has no such
 * rule.
 */
export function findTeamRule(contractId: string): TeamRule | undefined {
  return Object.hasOwn(teamRules, contractId) ? teamRules[contractId as keyof typeof teamRules] : undefined;
}
