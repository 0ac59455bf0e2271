/**
 * Observable facts about how a deployment runs: replicas, flags and version. Stored between two checks as one JSON
 * document, which is read only through this schema.
 */
import { z } from "zod";

/** Configuration flags that an info metric reports as labels: their values over all instances, sorted. */
export type Flags = Readonly<Record<string, readonly string[]>>;

/**
 * Facts about a deployment that one check observed. Null means unknown: the fact is not exposed, or no
 * target responded.
 */
export interface DeploymentFacts {
  readonly instances: number | null;
  /** Instances that are down although service discovery lists their targets, sorted. */
  readonly downInstances: readonly string[] | null;
  /** Time of the last successful scrape of each instance that is down, if the time is known. */
  readonly lastUpMs?: Readonly<Record<string, number>>;
  /**
   * Time of the first known failed scrape of each instance that is down. Only for instances whose last successful
   * scrape is unknown.
   */
  readonly firstFailureMs?: Readonly<Record<string, number>>;
  readonly flags: Flags | null;
  /** Versions over all instances, sorted. */
  readonly versions: readonly string[] | null;
  /** Names of the engine's metrics, sorted. */
  readonly metricNames: readonly string[] | null;
}

/** Fact over several checks: the confirmed value, and a different value that only the last check observed. */
export interface WatchedValue<T> {
  readonly confirmed: T;
  /** Value that the last check observed and no second check has confirmed yet; null if there is none. */
  readonly candidate: { readonly value: T; readonly firstSeenMs: number } | null;
}

/** Facts about a deployment that are watched for changes, as stored. */
export interface WatchedFacts {
  readonly version: 1;
  readonly instances: WatchedValue<number> | null;
  readonly downInstances: WatchedValue<readonly string[]> | null;
  readonly flags: WatchedValue<Flags> | null;
  readonly versions: WatchedValue<readonly string[]> | null;
  readonly metricNames: WatchedValue<readonly string[]> | null;
  /** When metric names were first observed; null before that, and in documents of releases that did not record it. */
  readonly namesSinceMs: number | null;
}

/** Watched facts of a deployment before its first check. */
export const emptyWatchedFacts: WatchedFacts = {
  version: 1,
  instances: null,
  downInstances: null,
  flags: null,
  versions: null,
  metricNames: null,
  namesSinceMs: null,
};

const facet = <T extends z.ZodType>(value: T) =>
  z
    .object({ confirmed: value, candidate: z.object({ value, firstSeenMs: z.number() }).nullable() })
    .nullable();

const texts = z.array(z.string());

const watchedV1 = z.object({
  version: z.literal(1),
  instances: facet(z.number()),
  flags: facet(z.record(z.string(), texts)),
  versions: facet(texts),
  // Documents of the previous release do not have these fields.
  downInstances: facet(texts).default(null),
  metricNames: facet(texts).default(null),
  namesSinceMs: z.number().nullable().default(null),
});

/** Validates stored facts of a deployment. Throws ZodError for a document that no release has written. */
export function parseWatchedFacts(stored: unknown): WatchedFacts {
  return watchedV1.parse(stored);
}
