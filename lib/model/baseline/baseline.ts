/** States of a baseline while it is captured, and after it. */
export const baselineStates = ["capturing", "ready", "failed"] as const;

/** Who may read a baseline. open: every member. team: only its team and admins. */
export const baselineVisibilities = ["open", "team"] as const;

/** Limits of the name of a baseline. */
export const baselineNameRules = { maxLength: 120, emptyError: "Name the baseline." } as const;
/** Limits of the reason why a baseline becomes the default of its deployment. */
export const defaultReasonRules = {
  maxLength: 500,
  emptyError: "State why this is the new normal.",
} as const;
/** Limits of the reason why a deployment has no default baseline any more. */
export const removalReasonRules = {
  maxLength: defaultReasonRules.maxLength,
  emptyError: "State why the deployment has no default any more.",
} as const;
/** Maximum size of an imported baseline: 10 MiB. */
export const maxImportBytes = 10 * 1_024 * 1_024;
