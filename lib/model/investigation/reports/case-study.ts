/** Rules for the title of a case study. */
export const caseStudyTitleRules = { maxLength: 200, emptyError: "Name the case study." } as const;

/** Limits of case studies. */
export const caseStudyLimits = {
  maxTextLength: 5_000,
  maxClassLength: 60,
  /** Case studies of one page of the list. */
  maxListed: 50,
} as const;

/** Parts of a case study, in the order of the report. */
export const caseStudyParts = ["problem", "cause", "fix", "effect"] as const;
/** One of the four texts of a case study. */
export type CaseStudyPart = (typeof caseStudyParts)[number];

/** Headings of the four texts. */
export const caseStudyPartTitles: Readonly<Record<CaseStudyPart, string>> = {
  problem: "Problem",
  cause: "Cause",
  fix: "Fix",
  effect: "Effect",
};

/** Content of a case study: a title, a class, and one text per part. */
export interface CaseStudyTexts extends Readonly<Record<CaseStudyPart, string>> {
  readonly title: string;
  /** Class of the bottleneck, such as memory capacity. */
  readonly causeClass: string | null;
}
