/** What this process knows of each source besides its configuration: its key in the database, its version, how the last check went. */
import type { ConfiguredSource } from "@/lib/model/source-credentials";
import type { Source } from "@/lib/model/source";
import { AppError } from "@/lib/model/app-error";
import { processMemory } from "@/lib/server/memory";
import { readEnvironment } from "@/lib/server/env";
import { uuidV7 } from "@/lib/server/uuid-v7";

/** One finished check. */
export type CheckOutcome =
  | {
      readonly kind: "up";
      readonly atMs: number;
      readonly latencyMs: number;
      readonly version: string | null;
      readonly flavour: string | null;
    }
  | { readonly kind: "down"; readonly atMs: number; readonly error: AppError };

export interface SourceState {
  /** The row's key once the database was asked; until then the one the row will get if it has none. */
  id: string;
  version: string | null;
  /** When this process first saw the present version. */
  versionSinceMs: number | null;
  /** When the version was last asked for where that is not part of every check. */
  versionQueriedAtMs: number | null;
  /** It did not tell its build when it was last asked. */
  isBuildInfoMissing: boolean;
  flavour: string | null;
  lastCheck: CheckOutcome | undefined;
  /** Of the last good check. */
  lastUpAtMs: number | null;
  /** When the present run of failed checks began. */
  downSinceMs: number | null;
}

/** Of a source that was never asked. */
export function initialSourceState(id: string): SourceState {
  return {
    id,
    version: null,
    versionSinceMs: null,
    versionQueriedAtMs: null,
    isBuildInfoMissing: false,
    flavour: null,
    lastCheck: undefined,
    lastUpAtMs: null,
    downSinceMs: null,
  };
}

/** The state of the source `slug`, made on first use. */
export function sourceState(slug: string): SourceState {
  const states = processMemory("source-states", () => new Map<string, SourceState>());
  const known = states.get(slug);
  if (known) return known;
  const state = initialSourceState(uuidV7());
  states.set(slug, state);
  return state;
}

/** The sources of the environment, which are all there are. */
export function configuredSources(): readonly ConfiguredSource[] {
  return readEnvironment().sources;
}

/** Throws not-found for a slug that the environment does not name. */
export function configuredSource(slug: string): ConfiguredSource {
  const found = configuredSources().find((source) => source.slug === slug);
  if (!found) throw new AppError("not-found", `there is no source ${slug}`);
  return found;
}

/** The source as the rest of the program sees it: without credentials. */
export function toSource({ slug, kind, title, url }: ConfiguredSource): Source {
  return { id: sourceState(slug).id, slug, kind, title, url, managedBy: "environment" };
}
