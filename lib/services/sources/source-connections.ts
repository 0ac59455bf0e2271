/** How use cases reach a source: who it is, the guarded way to it, and the version it last told. */
import type { Source } from "@/lib/model/source";
import { upstreamFor } from "@/lib/server/upstream/upstream";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { configuredSource, sourceState, toSource } from "./source-state";

export interface SourceConnection {
  readonly source: Source;
  readonly upstream: SourceUpstream;
  /** Null until a check told, and for sources that do not tell. */
  readonly version: string | null;
  readonly flavour: string | null;
}

/** Throws not-found for a slug that the environment does not name. Never waits and never asks the database. */
export function connectionFor(slug: string): SourceConnection {
  const configured = configuredSource(slug);
  const { version, flavour } = sourceState(slug);
  return { source: toSource(configured), upstream: upstreamFor(configured), version, flavour };
}
