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

/** A job that runs once for each stored row that waits for it, such as a capture. */
export interface OnDemandJob {
  /** Name of the queue. Never changes, because stored rows refer to it. */
  readonly name: string;
  /** A run that takes longer is considered dead, and another process starts it again. */
  readonly timeoutMs: number;
  /** Returns the keys of the rows that wait, including those whose run ended with its process. */
  readonly listWaitingKeys: () => Promise<readonly string[]>;
  /**
   * Handles the row with this key. The row must not wait afterwards, whether the run succeeds or fails, unless its work can
   * only be done later: it then runs again within seconds. It may also run again if the process of an earlier run ended.
   */
  readonly run: (key: string) => Promise<void>;
}
