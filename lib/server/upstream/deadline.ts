/**
 * A signal that aborts when the reader disconnects or the time limit ends, and a pause that such a signal can end.
 */
import { AppError } from "@/lib/model/app-error";
import { formatSeconds } from "./send";
import type { SystemClock } from "./system-clock";

/** Signal that aborts after a time limit, and the function that cancels the limit. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly cancel: () => void;
}

/**
 * Starts a time limit of `delayMs` for a request to `host`. The signal aborts with source-slow at the time limit, or with
 * the reason of `callerSignal` if this signal aborts earlier.
 */
export function startDeadline(
  clock: SystemClock,
  delayMs: number,
  host: string,
  callerSignal?: AbortSignal,
): Deadline {
  const limit = new AbortController();
  const cancel = clock.scheduleAfter(delayMs, () => {
    limit.abort(new AppError("source-slow", `${host} did not respond within ${formatSeconds(delayMs)}`));
  });
  return {
    signal: callerSignal === undefined ? limit.signal : AbortSignal.any([callerSignal, limit.signal]),
    cancel,
  };
}

/** Waits for `delayMs`. Rejects with the reason of `signal` as soon as it aborts. */
export function pause(clock: SystemClock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      cancel();
      reject(signal.reason);
    };
    const cancel = clock.scheduleAfter(delayMs, () => {
      signal.removeEventListener("abort", leave);
      resolve();
    });
    signal.addEventListener("abort", leave, { once: true });
  });
}
