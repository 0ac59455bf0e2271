/**
 * Cache of recently drawn traces, so that the details of a span do not read the trace again. It is limited by memory
 * and age.
 */
import { createScopedKey, type ScopedKey, type SourceScope } from "@/lib/model/sources/source-scope";
import { LRUCache } from "lru-cache";
import { traceContract } from "@/lib/contracts/traces/traces";
import { AppError } from "@/lib/model/app-error";
import type { Trace } from "@/lib/model/traces/trace";
import { nowMs } from "@/lib/server/clock";
import { createWorkShare, findOrStart, type WorkShare } from "@/lib/server/concurrency/share";
import { getProcessState } from "@/lib/server/process-state";
import { getMemoryLimitBytes } from "@/lib/server/memory-limits";
import { withTimeLimit } from "@/lib/server/http/time-limit";
import { findTraceSource, type TraceSource } from "@/lib/services/sources/trace-source";
import { estimateTraceBytes } from "./trace-bytes";

const retentionMs = 120_000;

const recent = (): LRUCache<ScopedKey, Trace> =>
  getProcessState(
    "recent-traces",
    () =>
      new LRUCache<ScopedKey, Trace>({
        maxSize: getMemoryLimitBytes("recentTraces"),
        sizeCalculation: estimateTraceBytes,
        ttl: retentionMs,
        ttlAutopurge: true,
      }),
  );

interface TraceRequest {
  readonly traceId: string;
  /** Sources that the caller may read. */
  readonly scope: SourceScope;
}

const keyOf = ({ traceId, scope }: TraceRequest): ScopedKey => createScopedKey(scope, traceId);

const inFlight = (): WorkShare<Trace> => getProcessState("traces-in-flight", () => createWorkShare<Trace>());

/** Trace with the source from which it was read. */
export interface FetchedTrace extends TraceSource {
  readonly trace: Trace;
}

/** Reads a trace from the source. Throws not-found, or the source's error. */
async function readTrace(request: TraceRequest, signal: AbortSignal): Promise<FetchedTrace> {
  const { traceId, scope } = request;
  const found = await findTraceSource(null, scope);
  const trace = await found.reader.get(traceId, { signal });
  if (trace === null)
    throw new AppError(
      "not-found",
      `${found.source.title} has no trace ${traceId}. Its retention may have expired.`,
    );
  recent().set(keyOf(request), trace);
  return { ...found, trace };
}

/** Returns a trace from the cache, or reads it from its source. */
export async function readRecentTrace(request: TraceRequest, signal: AbortSignal): Promise<Trace> {
  const key = keyOf(request);
  const read = async (work: AbortSignal): Promise<Trace> => (await readTrace(request, work)).trace;
  return recent().get(key) ?? findOrStart(inFlight(), key, read).joinResult(signal);
}

/** Trace that a page has read, or is reading, for its next request. */
interface ReadAhead {
  readonly read: Promise<FetchedTrace>;
  readonly atMs: number;
}

/** Time for which a trace that was read ahead is stored for the next request of its page. */
const readAheadTtlMs = 5_000;
const maxReadAhead = 100;
/** Size of an entry before its trace has arrived. The memory of responses has a separate limit. */
const runningReadBytes = 1_000;

const readAhead = (): LRUCache<ScopedKey, ReadAhead> =>
  getProcessState(
    "traces-read-ahead",
    () =>
      new LRUCache<ScopedKey, ReadAhead>({
        max: maxReadAhead,
        maxSize: getMemoryLimitBytes("recentTraces"),
        ttl: readAheadTtlMs,
        ttlAutopurge: true,
      }),
  );

/** Starts to read a trace, because the next request of the page also needs it. The read continues when the caller of this function aborts. */
export function prefetchTrace(request: TraceRequest): Promise<FetchedTrace> {
  const read = withTimeLimit(traceContract.timeLimitMs, undefined, (signal) => readTrace(request, signal));
  const ahead = { read, atMs: nowMs() };
  const key = keyOf(request);
  readAhead().set(key, ahead, { size: runningReadBytes });
  read.then(
    ({ trace }) => {
      if (readAhead().peek(key) !== ahead) return;
      // A copy, because the cache ignores the size of an entry that it already has.
      readAhead().set(key, { ...ahead }, { size: estimateTraceBytes(trace), noUpdateTTL: true });
    },
    // The caller gets the failure, and the next request reads again.
    () => undefined,
  );
  return read;
}

/** Returns the trace that `prefetchTrace` read, once; otherwise reads it from its source. */
export async function takePrefetchedOrReadTrace(
  request: TraceRequest,
  signal: AbortSignal,
): Promise<FetchedTrace> {
  const ahead = readAhead().get(keyOf(request));
  readAhead().delete(keyOf(request));
  if (ahead === undefined || nowMs() - ahead.atMs > readAheadTtlMs) return readTrace(request, signal);
  return ahead.read.catch(() => readTrace(request, signal));
}
