/** Anything the simulator plays: a deployment that serves, or a job that trains. */
import type { FaultResult } from "./fault-set";
import type { ActiveFault } from "./faults";
import type { Labels } from "./exposition/registry";

export interface ScrapeTarget {
  readonly path: string;
  /** Labels its scrape job gives it, `job` and `instance` among them. */
  readonly labels: Labels;
  readonly print: (nowMs: number) => string;
}

export interface Workload {
  readonly name: string;
  readonly activeFaults: readonly ActiveFault[];
  /** On all of it, or on one instance. */
  readonly setFault: (
    id: string,
    strength: number | undefined,
    atMs: number,
    instance?: string,
  ) => FaultResult;
  /** False when it was not active. */
  readonly clearFault: (id: string, atMs: number) => boolean;
  readonly advance: (toMs: number) => void;
  /** Tells exporters what the machines did since the last time. */
  readonly update: (nowMs: number) => void;
  /** Counters from nothing, as in processes that have just started. */
  readonly restart: () => void;
  readonly targets: () => readonly ScrapeTarget[];
}
