/**
 * A signal that aborts when the reader disconnects or the time limit ends, and a pause that such a signal can end.
 */
import { AppError } from "@/lib/model/app-error";
import { formatSeconds } from "./send";
import type { SystemClock } from "./timekeeper";

export interface Deadline {
  readonly signal: AbortSignal;
  readonly cancel: () => void;
}

export function startDeadline(
  time: SystemClock,
  delayMs: number,
  host: string,
  reader?: AbortSignal,
): Deadline {
  const limit = new AbortController();
  const cancel = time.scheduleAfter(delayMs, () => {
    limit.abort(new AppError("source-slow", `${host} did not respond within ${formatSeconds(delayMs)}`));
  });
  return { signal: reader === undefined ? limit.signal : AbortSignal.any([reader, limit.signal]), cancel };
}

export function pause(time: SystemClock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      cancel();
      reject(signal.reason);
    };
    const cancel = time.scheduleAfter(delayMs, () => {
      signal.removeEventListener("abort", leave);
      resolve();
    });
    signal.addEventListener("abort", leave, { once: true });
  });
}
