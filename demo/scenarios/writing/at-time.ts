// The clock of the server at the time of a row, so that the history of a scenario has the times of its events.
import { nowMs } from "@/lib/server/clock";
import { deleteProcessState, getProcessState } from "@/lib/server/process-state";

const offsetName = "clock-offset";

/**
 * Runs `work` with the clock of this process at `atMs`. For rows that no background job reads: jobs of other processes
 * give up on a request that is minutes old.
 */
export async function runAtTime<T>(atMs: number, work: () => Promise<T>): Promise<T> {
  const offsetMs = nowMs() - Date.now();
  setOffset(atMs - Date.now());
  try {
    return await work();
  } finally {
    setOffset(offsetMs);
  }
}

function setOffset(offsetMs: number): void {
  deleteProcessState(offsetName);
  getProcessState(offsetName, () => offsetMs);
}
