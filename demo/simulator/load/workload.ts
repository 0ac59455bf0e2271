/** A simulated workload: a deployment that serves requests, or a training job. */
import type { SetFaultResult } from "@/demo/simulator/faults/fault-set";
import type { ActiveFault } from "@/demo/simulator/faults/faults";
import type { Labels } from "@/demo/simulator/exposition/registry";

/** An endpoint that Prometheus scrapes. */
export interface ScrapeTarget {
  /** Path on the simulator's server. */
  readonly path: string;
  /** Labels of the scrape job, including `job` and `instance`. */
  readonly labels: Labels;
  readonly printMetrics: (nowMs: number) => string;
}

/** A simulated deployment or training job. */
export interface Workload {
  readonly name: string;
  readonly activeFaults: readonly ActiveFault[];
  /** Sets a fault on the full workload or on one instance. */
  readonly setFault: (
    id: string,
    strength: number | undefined,
    atMs: number,
    instanceName?: string,
  ) => SetFaultResult;
  /** Clears a fault. Returns false if it was not active. */
  readonly clearFault: (id: string, atMs: number) => boolean;
  readonly advance: (toMs: number) => void;
  /** Emits machine samples for the time since the previous update. */
  readonly emitMachineSamples: (nowMs: number) => void;
  /** Resets all counters to zero, like newly started processes. */
  readonly resetCounters: () => void;
  readonly listTargets: () => readonly ScrapeTarget[];
}
