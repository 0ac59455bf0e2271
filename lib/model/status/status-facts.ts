/** Results of the status queries: the state of the targets, and values over other windows than the headlines. */
import type { DownSince } from "@/lib/model/reading";

/**
 * State of a deployment's scrape targets. silent: none responds. removed: the targets and series of a known
 * deployment are gone from the source. without-series: a target responds without the engine's metrics.
 * other-model: targets serve another model. none: the selectors never matched a target. not-scraped: the
 * source scraped nothing, or has no data from that time.
 */
export type TargetState =
  | "answering"
  | "silent"
  | "removed"
  | "without-series"
  | "other-model"
  | "none"
  | "not-scraped";

/** Instances whose targets fail their scrapes although service discovery still lists them. */
export interface DownInstances {
  readonly downCount: number;
  /** All instances of the deployment. */
  readonly instanceCount: number;
  /** Time since which the first of these instances is down. */
  readonly since: DownSince;
}

/**
 * Usual range of a request ratio, such as the abort ratio. The current value of the ratio is far above the range, and
 * is not stored here.
 */
export interface ExceededUsualRange {
  /** Number of requests that the share refers to. */
  readonly n: number;
  /** Centre and upper limit of the usual range at this hour. */
  readonly usualRatio: number;
  readonly usualUpperRatio: number;
}

/** Measured values of one instance within the waiting window of the status; null when unknown. */
export interface InstanceNumbers {
  /** Value of the label `instance`; null for series without it. */
  readonly instance: string | null;
  /** Smallest number of running requests, and of waiting requests. */
  readonly minRunning: number | null;
  readonly minWaiting: number | null;
  readonly meanKvUsageRatio: number | null;
  readonly preemptionsPerSecond: number | null;
  /** Number of running requests, if the number was constant. */
  readonly constantRunning: number | null;
  readonly finished: number | null;
  /** Number of prompt and output tokens. */
  readonly tokens: number | null;
  /** Number of requests that finished without an error or abort. */
  readonly successes: number | null;
  /** True if the running gauge already existed at the start of the window. */
  readonly hasFullWindow: boolean;
  readonly requestActivity: RequestActivity | null;
}

/** Measured values from which the status of a deployment is decided; null when unknown. */
export interface StatusNumbers {
  readonly targets: TargetState;
  /** Models that the targets serve instead of the deployment's; absent unless `targets` is "other-model". */
  readonly servedModels?: readonly string[];
  /** Null when no instance is down. */
  readonly downInstances: DownInstances | null;
  /** Null or absent when the share of aborted requests is not far above its usual range, or when that is unknown. */
  readonly unusualAborts?: ExceededUsualRange | null;
  /**
   * Minimum of running and of waiting requests within max(30 s, 3 scrapes), so that ended work does not look stalled;
   * null when unknown.
   */
  readonly recentMinRunning: number | null;
  readonly recentMinWaiting: number | null;
  /** Minimum of waiting requests within the limit `waitingSeconds`, over the deployment; null when unknown. */
  readonly minWaiting: number | null;
  /**
   * Mean KV usage of the fullest instance within the limit `waitingSeconds`, because a preemption frees blocks for a
   * moment. Null when unknown.
   */
  readonly meanKvUsageRatio: number | null;
  /** Preemptions per second within the limit `waitingSeconds`; null when unknown. */
  readonly preemptionsPerSecond: number | null;
  /**
   * Number of running requests, if the number was constant within the limit `waitingSeconds`; null if it was not, or if
   * it is unknown.
   */
  readonly constantRunning: number | null;
  /**
   * Requests that finished within the limit `waitingSeconds`; null if the number is unknown, or if the engine counts
   * requests on arrival.
   */
  readonly finishedWhileConstant: number | null;
  /** Absent when the instances are not distinguished. */
  readonly instances?: readonly InstanceNumbers[];
  /** Length of the window of the values above: `waitingSeconds`, or several scrapes if these take longer. */
  readonly waitingWindowMs?: number;
  /** Length of the window of recent values: 30 s, or several scrapes if these take longer. */
  readonly stallWindowMs?: number;
  /** Prompt and output tokens within max(30 s, 3 scrapes); null when unknown. */
  readonly recentTokens: number | null;
  /**
   * Requests that finished without an error or abort within the same time. Null when unknown, or when the engine counts
   * requests on arrival.
   */
  readonly recentSuccesses: number | null;
  /**
   * Requests that the HTTP front end answered within the headline window, with or without the engine. Null or absent when
   * unknown.
   */
  readonly httpRequests?: number | null;
  /** Mean time in the queue over the headline window; null or absent when unknown. */
  readonly meanQueueSeconds?: number | null;
  /** True if the gauge of running requests includes waiting requests. */
  readonly runningIncludesWaiting: boolean;
  /** True if the counter of requests increases when they arrive, so that it does not show that requests finish. */
  readonly countsArrivals?: true;
  /**
   * Changes of the running gauge within ten minutes, and requests that waited, arrived or finished in that time. Null
   * if unknown.
   */
  readonly requestActivity: RequestActivity | null;
  /** Progress of a training job, which serves no requests and is judged by its steps. Null for other deployments. */
  readonly steps: StepProgress | null;
}

/**
 * Progress of a training job. The usual duration of a step is unknown, so a job is stalled after
 * `frozenForMs` without a step.
 */
export interface StepProgress {
  /** Increase of the step metric within `evaluationWindows.frozenForMs`; null when no such metric is known. */
  readonly increase: number | null;
  /** True if the metric already existed at the start of that window. */
  readonly hasFullWindow: boolean;
}

/** Request counts within `evaluationWindows.frozenForMs`, which show whether a gauge is frozen. */
export interface RequestActivity {
  /** Number of changes of the running gauge. */
  readonly runningChangeCount: number;
  readonly maxWaiting: number;
  readonly arrivals: number;
  readonly finished: number;
}
