/** Measures of load that must be equal in two compared windows. */
export const loadMeasures = [
  "requestsPerInstance",
  "promptTokens",
  "outputTokens",
  "fixedConcurrency",
] as const;
/** Measure of load that must be equal in two compared windows. */
export type LoadMeasure = (typeof loadMeasures)[number];
