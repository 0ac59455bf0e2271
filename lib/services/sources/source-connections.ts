/** Connection of a source: its identity, the upstream with its guards, and the last known version. */
import type { Source } from "@/lib/model/sources/source";
import type { ReadableSource } from "@/lib/model/sources/source-scope";
import { findOrCreateUpstream } from "@/lib/server/upstream/upstream";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { findConfiguredSource, getSourceState, toSource } from "./source-state";
import { findTemporarySource } from "./temporary-source";

/** A source with its upstream and its last known version. */
export interface SourceConnection {
  readonly source: Source;
  readonly upstream: SourceUpstream;
  /** Last known version of the source. Null before the first check, and for sources that do not report a version. */
  readonly version: string | null;
  readonly flavour: string | null;
}

/**
 * Returns the connection to a source. Throws not-found for a source that is neither configured nor being checked. Never
 * waits and never uses the database.
 */
export function getSourceConnection({ slug }: ReadableSource): SourceConnection {
  const temporary = findTemporarySource(slug);
  const configured = temporary?.configured ?? findConfiguredSource(slug);
  const { version, flavour } = getSourceState(slug);
  const upstream = temporary?.upstream ?? findOrCreateUpstream(configured);
  return { source: toSource(configured), upstream, version, flavour };
}
