/** A case study: what others can learn from a resolved investigation. */

export const caseStudyTitleRules = { maxLength: 200, emptyError: "Name the case study." } as const;

export const caseStudyLimits = {
  maxTextLength: 5_000,
  maxClassLength: 60,
  /** Case studies of one page of the list. */
  maxListed: 50,
} as const;

/** The texts, in the order of the report. */
export const caseStudyParts = ["problem", "cause", "fix", "effect"] as const;
export type CaseStudyPart = (typeof caseStudyParts)[number];

export const caseStudyPartTitles: Readonly<Record<CaseStudyPart, string>> = {
  problem: "Problem",
  cause: "Cause",
  fix: "Fix",
  effect: "Effect",
};

export interface CaseStudyTexts extends Readonly<Record<CaseStudyPart, string>> {
  readonly title: string;
  /** Class of the bottleneck, such as memory capacity. */
  readonly causeClass: string | null;
}
