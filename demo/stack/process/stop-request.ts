// Hears that the run should end: Ctrl-C, a termination, a closed terminal, or the end of the process that started us,
// which after kill -9 tells nobody.
import type { Environment } from "./environment";

const PARENT_POLL_MS = 1_000;

/** A signal that fires once at the first request; later requests change nothing, since stopping is already under way. */
export function stopRequest(environment: Environment = process.env): AbortSignal {
  const controller = new AbortController();
  const request = (): void => controller.abort(new Error("asked to stop"));
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, request);
  const parentPid = Number(environment["RIDGEPOINT_PARENT_PID"]);
  if (parentPid === process.ppid) {
    setInterval(() => {
      if (process.ppid !== parentPid) request();
    }, PARENT_POLL_MS).unref();
  }
  return controller.signal;
}

/** Resolves when the signal fires. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
