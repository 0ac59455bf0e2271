/**
 * Time that clients wait for the first token, lognormal: half of them give up before the median. Shared by the event
 * model and the solved history.
 */
export const clientPatienceSeconds = { median: 6, sigma: 0.35 } as const;
