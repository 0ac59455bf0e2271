/** A background job: a name, an interval, and the service that it calls. */

export interface Job {
  /** Name of the queue. Never changes, because stored rows refer to it. */
  readonly name: string;
  readonly intervalMs: number;
  /** A run that takes longer is considered dead. */
  readonly timeoutMs: number;
  /**
   * `tickMs` identifies the interval of this run. A job may run twice per interval, so results are unique by (job,
   * tick).
   */
  readonly run: (tickMs: number) => Promise<void>;
}
