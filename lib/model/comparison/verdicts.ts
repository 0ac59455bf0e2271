/** Verdicts on one compared statistic. "different" is for signals of which neither direction is better. */
export const comparisonVerdicts = ["better", "worse", "same", "different", "cannot-tell"] as const;
/** Overall verdicts on two compared windows. */
export const overallVerdicts = ["better", "worse", "same", "cannot-tell"] as const;
