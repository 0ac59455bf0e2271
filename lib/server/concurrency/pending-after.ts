/**
 * Waits a limited time for a result, so that a page shows what is already known. The work continues, and a later
 * request gets its result.
 */
import { AppError } from "@/lib/model/app-error";
import type { SettledOutcome } from "./share";

/** Outcome of work that may still run. */
export type SettledOrPending<T> = SettledOutcome<T> | { readonly kind: "pending" };

/**
 * Waits up to `waitMs` for the work that `join` starts or joins, and returns its outcome or "pending". It also returns
 * "pending" if `signal` aborts. The signal passed to `join` then aborts too, so that `join` can leave shared work. Never
 * rejects.
 */
export function waitOrReturnPending<T>(
  waitMs: number,
  join: (leaveSignal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<SettledOrPending<T>> {
  const leaving = new AbortController();
  return new Promise((resolve) => {
    const leave = (): void => {
      end({ kind: "pending" });
      leaving.abort(new AppError("timeout", "every client that requested this result has disconnected"));
    };
    const timer = setTimeout(leave, waitMs);
    const end = (waited: SettledOrPending<T>): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leave);
      resolve(waited);
    };
    signal?.addEventListener("abort", leave, { once: true });
    join(leaving.signal).then(
      (value) => end({ kind: "done", value }),
      (error: unknown) => end({ kind: "failed", error }),
    );
    if (signal?.aborted === true) leave();
  });
}
