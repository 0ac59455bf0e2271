// Requests that the demo sends to the application that it has just started.

/**
 * Statuses after which a request is repeated: the application knows the deployment, but has not stored it yet (404, 409),
 * or its database does not respond in time (503), as on a machine that is busy with the start.
 */
const RETRIED_STATUSES: readonly number[] = [404, 409, 503];
const ANSWER_LIMIT_MS = 10_000;

/** Time after which the demo stops repeating a request. The application usually needs seconds. */
export const READY_LIMIT_MS = 120_000;

export const isRetried = (status: number): boolean => RETRIED_STATUSES.includes(status);

/** Returns a signal that also aborts a request without a response. */
export const withAnswerLimit = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
