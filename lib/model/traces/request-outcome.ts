/** Outcomes of a request. A client that ends its request causes an abort, which is not an error. */
export const requestOutcomes = ["success", "error", "abort"] as const;
/** Outcome of a request: success, error, or abort by its client. */
export type RequestOutcome = (typeof requestOutcomes)[number];
