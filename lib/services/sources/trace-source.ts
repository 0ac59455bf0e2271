/** Resolves a trace source and a reader for its API, which is cached. */
import { AppError, isAppError } from "@/lib/model/app-error";
import { isTraceKind, type Source } from "@/lib/model/sources/source";
import { includesSource, requireReadableSource, type SourceScope } from "@/lib/model/sources/source-scope";
import type { TraceReader } from "@/lib/model/traces/trace-reader";
import type { Upstream } from "@/lib/model/sources/upstream";
import { nowMs } from "@/lib/server/clock";
import { getProcessState } from "@/lib/server/process-state";
import { getSourceConnection } from "@/lib/services/sources/source-connections";
import { listConfiguredSources } from "@/lib/services/sources/source-state";
import { createJaegerReader, detectApiVersion, type JaegerApiVersion } from "@/lib/sources/jaeger/client";
import { createTempoReader } from "@/lib/sources/tempo/client";
import { createApiCache, type ApiCache } from "./api-cache";

/** A source of traces with the reader for its API. */
export interface TraceSource {
  readonly source: Source;
  readonly version: string | null;
  readonly reader: TraceReader;
}

const memory = (): ApiCache<JaegerApiVersion> =>
  getProcessState("trace-apis", () => createApiCache<JaegerApiVersion>());

/** Returns `slug`, or the slug of the first trace source in the scope if it is null. Undefined if there is none. */
export function findTraceSourceSlug(slug: string | null, scope: SourceScope): string | undefined {
  const readable = listConfiguredSources().filter((one) => includesSource(scope, one.slug));
  return slug ?? readable.find(({ kind }) => isTraceKind(kind))?.slug;
}

/**
 * Returns the trace source with this slug, or the first trace source in the scope if `slug` is null. Throws not-found
 * if there is none, and the errors of the source.
 */
export async function findTraceSource(slug: string | null, scope: SourceScope): Promise<TraceSource> {
  const chosen = findTraceSourceSlug(slug, scope);
  if (chosen === undefined)
    throw new AppError("not-found", "no trace source is configured. Set JAEGER_URL or TEMPO_URL");
  const { source, upstream, version } = getSourceConnection(requireReadableSource(chosen, scope));
  const reader =
    source.kind === "tempo" ? createTempoReader(upstream) : await readerOfJaeger(chosen, version, upstream);
  return { source, version, reader };
}

async function readerOfJaeger(
  slug: string,
  version: string | null,
  upstream: Upstream,
): Promise<TraceReader> {
  const api = await memory().read({ sourceSlug: slug, sourceVersion: version, nowMs: nowMs() }, () =>
    detectApiVersion(upstream),
  );
  const reader = createJaegerReader(upstream, api);
  return {
    ...reader,
    search: (query) => forgetOnBadResponse(slug, reader.search(query)),
    get: (traceId, options) => forgetOnBadResponse(slug, reader.get(traceId, options)),
  };
}

/** Drops the cached API after an unreadable response, because the source may have been upgraded. */
async function forgetOnBadResponse<T>(slug: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (isAppError(error) && error.code === "source-bad-answer") memory().forget(slug);
    throw error;
  }
}
