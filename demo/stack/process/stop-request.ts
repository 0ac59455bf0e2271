// Hears that the run should end: Ctrl-C, a termination, a closed terminal, or the end of the process that started us,
// which after kill -9 tells nobody.
import type { Environment } from "./environment";

const PARENT_POLL_MS = 1_000;
const ECHO_MS = 500;

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

/**
 * A signal that fires when somebody asks again after `stop` fired and so does not want to wait. One Ctrl-C reaches us
 * several times, from the terminal and from each program above us; only what comes later is a second wish.
 */
export function hurryRequest(stop: AbortSignal): AbortSignal {
  const controller = new AbortController();
  let stoppedAtMs = Number.POSITIVE_INFINITY;
  stop.addEventListener("abort", () => {
    stoppedAtMs = performance.now();
  });
  const request = (): void => {
    if (performance.now() - stoppedAtMs > ECHO_MS) controller.abort(new Error("asked to stop at once"));
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
