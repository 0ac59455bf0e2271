/** Kinds of reports and their display names, without the schema, so that pages do not load Zod. */

/** Kinds of reports: for the engineers, for managers, and as an example for later investigations. */
export const reportKinds = ["working", "executive", "case-study"] as const;
/** Kind of a report. */
export type ReportKind = (typeof reportKinds)[number];

/** Display name of each kind. */
export const reportKindTitles: Readonly<Record<ReportKind, string>> = {
  working: "Working report",
  executive: "Executive report",
  "case-study": "Case study",
};
