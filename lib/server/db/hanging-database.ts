/**
 * Remembers that PostgreSQL does not respond, so that one check at a time waits for it instead of every request.
 */
import { getProcessState } from "../process-state";

/** Time between two checks of a database that does not respond. */
const checkEveryMs = 2_000;

interface HangState {
  /** Time of the next check. Null while the database responds. */
  nextCheckAtMs: number | null;
}

/** Name under which the process stores whether the database hangs. */
export const hangingDatabaseStateName = "hanging-database";

const state = (): HangState =>
  getProcessState<HangState>(hangingDatabaseStateName, () => ({ nextCheckAtMs: null }));

/** Returns whether the last check of the database did not end in time. */
export function isDatabaseHanging(): boolean {
  return state().nextCheckAtMs !== null;
}

/** Records that a check of the database does not end in time. */
export function recordHangingDatabase(): void {
  state().nextCheckAtMs = performance.now() + checkEveryMs;
}

/** Records that the database responds. */
export function recordRespondingDatabase(): void {
  state().nextCheckAtMs = null;
}

/** Returns whether the caller should check the hanging database now. Other callers then get false for 2 s. */
export function claimDatabaseCheck(): boolean {
  const { nextCheckAtMs } = state();
  if (nextCheckAtMs === null || performance.now() < nextCheckAtMs) return false;
  recordHangingDatabase();
  return true;
}
