/** A simulated workload: a deployment that serves requests, or a training job. */
import type { FaultResult } from "@/demo/simulator/faults/fault-set";
import type { ActiveFault } from "@/demo/simulator/faults/faults";
import type { Labels } from "@/demo/simulator/exposition/registry";

export interface ScrapeTarget {
  readonly path: string;
  /** Labels of the scrape job, including `job` and `instance`. */
  readonly labels: Labels;
  readonly print: (nowMs: number) => string;
}

export interface Workload {
  readonly name: string;
  readonly activeFaults: readonly ActiveFault[];
  /** Sets a fault on the full workload or on one instance. */
  readonly setFault: (
    id: string,
    strength: number | undefined,
    atMs: number,
    instance?: string,
  ) => FaultResult;
  /** Clears a fault; false when it was not active. */
  readonly clearFault: (id: string, atMs: number) => boolean;
  readonly advance: (toMs: number) => void;
  /** Emits machine samples for the time since the previous update. */
  readonly update: (nowMs: number) => void;
  /** Resets all counters to zero, like newly started processes. */
  readonly restart: () => void;
  readonly targets: () => readonly ScrapeTarget[];
}
