/**
 * A signal that aborts when the reader disconnects or the time limit ends, and a pause that such a signal can end.
 */
import { AppError } from "@/lib/model/app-error";
import { seconds } from "./send";
import type { Timekeeper } from "./timekeeper";

export interface Deadline {
  readonly signal: AbortSignal;
  readonly cancel: () => void;
}

export function deadlineAfter(
  time: Timekeeper,
  delayMs: number,
  host: string,
  reader?: AbortSignal,
): Deadline {
  const limit = new AbortController();
  const cancel = time.after(delayMs, () => {
    limit.abort(new AppError("source-slow", `${host} did not respond within ${seconds(delayMs)}`));
  });
  return { signal: reader === undefined ? limit.signal : AbortSignal.any([reader, limit.signal]), cancel };
}

export function pause(time: Timekeeper, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      cancel();
      reject(signal.reason);
    };
    const cancel = time.after(delayMs, () => {
      signal.removeEventListener("abort", leave);
      resolve();
    });
    signal.addEventListener("abort", leave, { once: true });
  });
}
