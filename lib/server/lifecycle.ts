/** Where the process stands between its start and its end, for the readiness door. */
import { processMemory } from "./memory";

export interface Lifecycle {
  /** True once the database had this program's schema and the sources were written down. */
  isPrepared: boolean;
  /** Why it is not prepared, in one line. */
  waitingFor: string;
  /** True from the signal to end: no new work should be sent here. */
  isDraining: boolean;
  jobs: { state: "up" | "down" | "unknown"; detail: string | null; atMs: number | null };
}

export function lifecycle(): Lifecycle {
  return processMemory("lifecycle", () => ({
    isPrepared: false,
    waitingFor: "the server is starting",
    isDraining: false,
    jobs: { state: "unknown" as const, detail: null, atMs: null },
  }));
}
