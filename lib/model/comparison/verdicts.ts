/** Verdicts of a comparison. "different" is the verdict of a signal without a better direction. */
export const comparisonVerdicts = ["better", "worse", "same", "different", "cannot-tell"] as const;
export const overallVerdicts = ["better", "worse", "same", "cannot-tell"] as const;
