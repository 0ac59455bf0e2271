/** Reasons why a window may be unsuitable as a reference. */
export const windowConcerns = [
  "few-blocks",
  "few-requests",
  "not-steady",
  "incomplete",
  "exclusion",
  "deploy",
  "configuration",
  "mixed-versions",
  "throttling",
] as const;
export type WindowConcernKind = (typeof windowConcerns)[number];

export interface WindowConcern {
  readonly kind: WindowConcernKind;
  /** A sentence with the numbers. */
  readonly detail: string;
}
