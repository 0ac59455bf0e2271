/**
 * Remembers that PostgreSQL does not respond, so that one read at a time waits for it instead of every request. It differs
 * from `HangWatch` of a source, which also sends the reads again that were waiting: here a request has an earlier answer.
 */
import { waitOrReturnPending, type SettledOrPending } from "../concurrency/pending-after";
import { getProcessState } from "../process-state";

/** Time between two reads of a database that does not respond. */
const checkEveryMs = 2_000;

interface HangState {
  /** Time of the next read. Null while the database responds. */
  nextCheckAtMs: number | null;
}

/** Name under which the process stores whether the database hangs. */
export const hangingDatabaseStateName = "hanging-database";

const state = (): HangState =>
  getProcessState<HangState>(hangingDatabaseStateName, () => ({ nextCheckAtMs: null }));

/** Records that the database responds. */
export function recordDatabaseResponse(): void {
  state().nextCheckAtMs = null;
}

/**
 * Waits up to `maxWaitMs` for a read. After a read that took longer, the result is "pending" at once, and one read in 2 s is
 * started, until `recordDatabaseResponse` is called.
 */
export async function readUnlessHanging<T>(
  maxWaitMs: number,
  read: () => Promise<T>,
): Promise<SettledOrPending<T>> {
  const { nextCheckAtMs } = state();
  if (nextCheckAtMs === null) {
    const outcome = await waitOrReturnPending(maxWaitMs, read);
    if (outcome.kind === "pending") postponeCheck();
    return outcome;
  }
  if (performance.now() >= nextCheckAtMs) {
    postponeCheck();
    // The next caller gets a failure, and this caller an earlier answer.
    read().catch(() => undefined);
  }
  return { kind: "pending" };
}

function postponeCheck(): void {
  state().nextCheckAtMs = performance.now() + checkEveryMs;
}
