/** Limits the time of an endpoint's work and aborts its signal. */
import { AppError } from "@/lib/model/app-error";

/**
 * Runs `work` with a time limit. Throws timeout after `limitMs`. The signal that `work` gets aborts at the time limit, or
 * if `callerSignal` aborts.
 */
export async function withTimeLimit<T>(
  limitMs: number,
  callerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const signal = callerSignal ? AbortSignal.any([callerSignal, limit.signal]) : limit.signal;
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new AppError("timeout", `the server did not respond within ${limitMs / 1_000} s`);
    limit.abort(error);
    reject(error);
  }, limitMs);
  try {
    return await Promise.race([work(signal), ended]);
  } finally {
    clearTimeout(timer);
  }
}
