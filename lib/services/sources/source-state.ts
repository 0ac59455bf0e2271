/** State of each source in this process: database key, version, and the result of the last check. */
import type { ConfiguredSource } from "@/lib/model/sources/source-credentials";
import type { Source } from "@/lib/model/sources/source";
import { AppError } from "@/lib/model/app-error";
import { getProcessState } from "@/lib/server/process-state";
import { readEnvironment } from "@/lib/server/environment/env";
import { createUuidV7 } from "@/lib/server/uuid-v7";

/** Result of one check of a source. */
export type CheckOutcome =
  | {
      readonly kind: "up";
      readonly atMs: number;
      readonly latencyMs: number;
      readonly version: string | null;
      readonly flavour: string | null;
    }
  | { readonly kind: "down"; readonly atMs: number; readonly error: AppError };

/** The state of a source that this process knows, between checks. */
export interface SourceState {
  /** Database key. Before the database is read, the key for a new row. */
  id: string;
  version: string | null;
  /** Time at which this process first observed the current version. */
  versionSinceMs: number | null;
  /** Time of the last query for the version, for sources that need a separate request. */
  versionQueriedAtMs: number | null;
  /** True if the last query returned no build info. */
  isBuildInfoMissing: boolean;
  flavour: string | null;
  lastCheck: CheckOutcome | undefined;
  /** Monotonic start time of `lastCheck`; -Infinity before the first check. */
  lastCheckStartedMs: number;
  /** Time of the last successful check. */
  lastUpAtMs: number | null;
  /** Start of the current series of failed checks. */
  downSinceMs: number | null;
}

/** Returns the state before the first check. */
export function createSourceState(id: string): SourceState {
  return {
    id,
    version: null,
    versionSinceMs: null,
    versionQueriedAtMs: null,
    isBuildInfoMissing: false,
    flavour: null,
    lastCheck: undefined,
    lastCheckStartedMs: Number.NEGATIVE_INFINITY,
    lastUpAtMs: null,
    downSinceMs: null,
  };
}

const sourceStates = (): Map<string, SourceState> =>
  getProcessState("source-states", () => new Map<string, SourceState>());

/** Returns the state of the source `slug`, created on first use. */
export function getSourceState(slug: string): SourceState {
  const known = sourceStates().get(slug);
  if (known) return known;
  const state = createSourceState(createUuidV7());
  sourceStates().set(slug, state);
  return state;
}

/** Deletes the state of a source that no longer exists. */
export function forgetSourceState(slug: string): void {
  sourceStates().delete(slug);
}

/** Returns all sources, which are configured by environment variables. */
export function listConfiguredSources(): readonly ConfiguredSource[] {
  return readEnvironment().sources;
}

/** Returns the configuration of a source. Throws not-found for a source that is not configured. */
export function findConfiguredSource(slug: string): ConfiguredSource {
  const found = listConfiguredSources().find((source) => source.slug === slug);
  if (!found) throw new AppError("not-found", `there is no source ${slug}`);
  return found;
}

/** Returns the source without credentials. */
export function toSource({ slug, kind, title, url }: ConfiguredSource): Source {
  return { id: getSourceState(slug).id, slug, kind, title, url, managedBy: "environment" };
}
