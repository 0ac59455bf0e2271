/**
 * How a request ended. A client that ends its request causes an abort, which is not an error. `outcomes.ts` in
 * `lib/analysis/traces` determines the outcome from spans, and the recipes of `lib/engines` count it in metrics.
 */
export const requestOutcomes = ["success", "error", "abort"] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];
