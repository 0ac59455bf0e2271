/** A baseline as lists show it. */
export const baselineStates = ["capturing", "ready", "failed"] as const;

/** open: every member sees the baseline. team: only its team and admins. */
export const baselineVisibilities = ["open", "team"] as const;

export const baselineNameRules = { maxLength: 120, emptyError: "Name the baseline." } as const;
export const defaultReasonRules = {
  maxLength: 500,
  emptyError: "State why this is the new normal.",
} as const;
export const maxImportBytes = 10 * 1_024 * 1_024;
