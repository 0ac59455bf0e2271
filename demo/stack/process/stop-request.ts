// Detects requests to stop the run: Ctrl-C, a termination signal, a closed terminal, or the end of the parent
// process, which is not announced after kill -9.
import type { Environment } from "./environment";

const PARENT_POLL_MS = 1_000;
const ECHO_MS = 500;

/** Returns a signal that fires at the first stop request; later requests have no effect. */
export function createStopSignal(environment: Environment = process.env): AbortSignal {
  const controller = new AbortController();
  const request = (): void => controller.abort(new Error("stop requested"));
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, request);
  const parentPid = Number(environment["RIDGEPOINT_PARENT_PID"]);
  if (parentPid === process.ppid) {
    setInterval(() => {
      if (process.ppid !== parentPid) request();
    }, PARENT_POLL_MS).unref();
  }
  return controller.signal;
}

/**
 * Returns a signal that fires at a second stop request, which requests an immediate stop. One Ctrl-C arrives several
 * times, from the terminal and from parent programs, so only later signals count.
 */
export function createImmediateStopSignal(stopSignal: AbortSignal): AbortSignal {
  const controller = new AbortController();
  let stoppedAtMs = Number.POSITIVE_INFINITY;
  stopSignal.addEventListener("abort", () => {
    stoppedAtMs = performance.now();
  });
  const request = (): void => {
    if (performance.now() - stoppedAtMs > ECHO_MS) controller.abort(new Error("immediate stop requested"));
  };
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, request);
  return controller.signal;
}

/** Resolves when the signal fires. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
