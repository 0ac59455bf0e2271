/** State of the process between start and end, for the readiness endpoint. */
import { getProcessState } from "./process-state";

/** State of the server process between start and end. */
export interface Lifecycle {
  /** True once the database has the current schema and the sources are stored. */
  isPrepared: boolean;
  /** Why the process is not prepared, in one line. */
  waitingFor: string;
  /** True after the termination signal. Load balancers should then send no new requests to this process. */
  isDraining: boolean;
  jobs: { state: "up" | "down" | "unknown"; detail: string | null; atMs: number | null };
}

/** Returns the state of this process, which all modules share. */
export function getLifecycle(): Lifecycle {
  return getProcessState("lifecycle", () => ({
    isPrepared: false,
    waitingFor: "the server is starting",
    isDraining: false,
    jobs: { state: "unknown" as const, detail: null, atMs: null },
  }));
}
