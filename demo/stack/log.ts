// Progress on the terminal: one line per slow step, with the time since the start.
import { performance } from "node:perf_hooks";

/** Writes one line. */
export type Log = (line: string) => void;

/** Creates a log whose lines begin with the seconds since `startedAtMs` on the monotonic clock. */
export function createLog(write: (text: string) => void, startedAtMs = performance.now()): Log {
  return (line) => write(`${formatElapsed(performance.now() - startedAtMs).padStart(8)}  ${line}\n`);
}

/** Log that discards its lines. */
export const silentLog: Log = () => undefined;

/** Returns "4.2 s" below a minute, "2 min 10 s" above. */
export function formatElapsed(durationMs: number): string {
  const seconds = durationMs / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const roundedSeconds = Math.round(seconds);
  return `${Math.floor(roundedSeconds / 60)} min ${roundedSeconds % 60} s`;
}
