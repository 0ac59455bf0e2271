/** Sets the server's clock for a suite, so that results do not depend on the time of the run. */
import { deleteProcessState, getProcessState } from "@/lib/server/process-state";

/** Sets the clock to `atMs`; it continues to run from there. */
export function setServerClock(atMs: number): void {
  resetServerClock();
  getProcessState("clock-offset", () => atMs - Date.now());
}

/** Restores the machine's time. */
export function resetServerClock(): void {
  deleteProcessState("clock-offset");
}
