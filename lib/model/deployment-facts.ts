/**
 * What can be seen of how a deployment runs: replicas, flags, version. Kept between two looks as one JSON document, read
 * through this schema only.
 */
import { z } from "zod";

/** Label name of an info metric to its values over all instances, sorted. */
export type Flags = Readonly<Record<string, readonly string[]>>;

/** One look. Null is not known: nothing was exposed, or nobody answered. */
export interface DeploymentFacts {
  readonly instances: number | null;
  readonly flags: Flags | null;
  /** Over all instances, sorted. */
  readonly versions: readonly string[] | null;
  /** Names of the engine's own metrics, sorted. */
  readonly metricNames: readonly string[] | null;
}

/** One fact over several looks: the value that holds, and another one that was seen since, but once only. */
export interface Facet<T> {
  readonly settled: T;
  readonly candidate: { readonly value: T; readonly firstSeenMs: number } | null;
}

export interface WatchedFacts {
  readonly version: 1;
  readonly instances: Facet<number> | null;
  readonly flags: Facet<Flags> | null;
  readonly versions: Facet<readonly string[]> | null;
  readonly metricNames: Facet<readonly string[]> | null;
  /** When names were first seen; null before, and where a release wrote the document that did not tell. */
  readonly namesSinceMs: number | null;
}

export const noFacts: WatchedFacts = {
  version: 1,
  instances: null,
  flags: null,
  versions: null,
  metricNames: null,
  namesSinceMs: null,
};

const facet = <T extends z.ZodType>(value: T) =>
  z.object({ settled: value, candidate: z.object({ value, firstSeenMs: z.number() }).nullable() }).nullable();

const texts = z.array(z.string());

const watchedV1 = z.object({
  version: z.literal(1),
  instances: facet(z.number()),
  flags: facet(z.record(z.string(), texts)),
  versions: facet(texts),
  // Documents of the release before have none.
  metricNames: facet(texts).default(null),
  namesSinceMs: z.number().nullable().default(null),
});

/** A stored document. Throws ZodError for one that no release has written. */
export function parseWatchedFacts(stored: unknown): WatchedFacts {
  return watchedV1.parse(stored);
}
