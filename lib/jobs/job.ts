/** What a background job is: a name, a beat, and the service it calls. A door, like a route. */

export interface Job {
  /** The queue's name; never changes, since rows carry it. */
  readonly name: string;
  readonly intervalMs: number;
  /** A run that takes longer is taken for dead. */
  readonly timeoutMs: number;
  /** `tickMs` is the beat this run is for: results are unique by (job, tick), as any job may run twice. */
  readonly run: (tickMs: number) => Promise<void>;
}
