/**
 * Sources that exist only while they are checked, before the operator configures them. They have no row in the database,
 * no background checks and no credentials, and stricter rules for addresses than configured sources.
 */
import { allSources, requireReadableSource, type ReadableSource } from "@/lib/model/sources/source-scope";
import type { SourceKind } from "@/lib/model/sources/source";
import type { ConfiguredSource } from "@/lib/model/sources/source-credentials";
import { getProcessState } from "@/lib/server/process-state";
import { newSourceRules } from "@/lib/server/upstream/outgoing/new-source-rules";
import { createSourceUpstream, type SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { systemClock } from "@/lib/server/upstream/system-clock";
import { createUuidV7 } from "@/lib/server/uuid-v7";
import { forgetSourceState } from "./source-state";

/** Maximum size of a response of a temporary source. */
const maxResponseBytes = 16 * 1_024 * 1_024;

/** Kind, name and URL of a source to check. */
export type TemporarySourceAddress = Pick<ConfiguredSource, "kind" | "title" | "url" | "setBy">;

/** A temporary source with its upstream. */
export interface TemporarySource {
  readonly configured: ConfiguredSource;
  readonly upstream: SourceUpstream;
}

const temporarySources = (): Map<string, TemporarySource> =>
  getProcessState("temporary-sources", () => new Map<string, TemporarySource>());

/** Returns the temporary source with this slug. Undefined if there is none. */
export function findTemporarySource(slug: string): TemporarySource | undefined {
  return temporarySources().get(slug);
}

/**
 * Runs `read` with a source that exists only until `read` ends. The source then closes its connections.
 * Requests to it have no credentials, and their addresses are checked by the rules for new sources.
 */
export async function withTemporarySource<T>(
  address: TemporarySourceAddress,
  read: (source: ReadableSource) => Promise<T>,
): Promise<T> {
  const slug = createTemporarySlug(address.kind);
  const configured: ConfiguredSource = { ...address, slug, credentials: { headers: {} } };
  const upstream = createSourceUpstream(
    { ...configured, rules: newSourceRules, maxResponseBytes },
    { clock: systemClock, random: Math.random, onChange: () => undefined },
  );
  temporarySources().set(slug, { configured, upstream });
  try {
    return await read(requireReadableSource(slug, allSources));
  } finally {
    temporarySources().delete(slug);
    forgetSourceState(slug);
    await upstream.close();
  }
}

/** Returns a slug that no other source ever has, because caches of answers use it as a key. */
function createTemporarySlug(kind: SourceKind): string {
  return `checked-${kind}-${createUuidV7()}`;
}
