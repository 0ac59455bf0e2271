/** A baseline as lists show it. */
export const baselineStates = ["capturing", "ready", "failed"] as const;

export const baselineNameRules = { maxLength: 120, emptyError: "Name the baseline." } as const;
export const defaultReasonRules = {
  maxLength: 500,
  emptyError: "State why this is the new normal.",
} as const;
export const maxImportBytes = 10 * 1_024 * 1_024;
