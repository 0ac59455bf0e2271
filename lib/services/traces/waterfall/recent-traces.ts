/**
 * Cache of recently drawn traces, so that the details of a span do not read the trace again. It is limited by spans
 * and age.
 */
import { LRUCache } from "lru-cache";
import { traceContract } from "@/lib/contracts/traces/traces";
import { AppError } from "@/lib/model/app-error";
import type { Trace } from "@/lib/model/traces/trace";
import { nowMs } from "@/lib/server/clock";
import { processMemory } from "@/lib/server/memory";
import { withTimeLimit } from "@/lib/server/http/time-limit";
import { traceSource, type TraceSource } from "@/lib/services/sources/trace-source";

const maxSpans = 120_000;
const retentionMs = 120_000;

const recent = (): LRUCache<string, Trace> =>
  processMemory(
    "recent-traces",
    () =>
      new LRUCache<string, Trace>({
        maxSize: maxSpans,
        sizeCalculation: ({ spans }) => Math.max(1, spans.length),
        ttl: retentionMs,
        ttlAutopurge: true,
      }),
  );

export interface FetchedTrace extends TraceSource {
  readonly trace: Trace;
}

/** Reads a trace from the source. Throws not-found, or the source's error. */
async function readTrace(traceId: string, signal: AbortSignal): Promise<FetchedTrace> {
  const found = await traceSource(null);
  const trace = await found.reader.get(traceId, { signal });
  if (trace === null)
    throw new AppError(
      "not-found",
      `${found.source.title} has no trace ${traceId}. Its retention may have expired.`,
    );
  recent().set(traceId, trace);
  return { ...found, trace };
}

/** Returns the cached trace, or reads it from the source. */
export async function recentTrace(traceId: string, signal: AbortSignal): Promise<Trace> {
  return recent().get(traceId) ?? (await readTrace(traceId, signal)).trace;
}

/** Trace that a page has read, or is reading, for its next request. */
interface ReadAhead {
  readonly read: Promise<FetchedTrace>;
  readonly atMs: number;
}

/** A page sends its request before its scripts have loaded. */
const handoverMs = 5_000;
const maxReadAhead = 100;

const readAhead = (): LRUCache<string, ReadAhead> =>
  processMemory(
    "traces-read-ahead",
    () => new LRUCache<string, ReadAhead>({ max: maxReadAhead, ttl: handoverMs, ttlAutopurge: true }),
  );

/** Reads a trace for a page whose next request needs the same trace. The read continues when its caller aborts. */
export function readTraceAhead(traceId: string): Promise<FetchedTrace> {
  const read = withTimeLimit(traceContract.timeLimitMs, undefined, (signal) => readTrace(traceId, signal));
  readAhead().set(traceId, { read, atMs: nowMs() });
  return read;
}

/** Returns a trace that was read ahead, once; otherwise reads it. A failed read-ahead is repeated. */
export async function readTraceOnce(traceId: string, signal: AbortSignal): Promise<FetchedTrace> {
  const ahead = readAhead().get(traceId);
  readAhead().delete(traceId);
  if (ahead === undefined || nowMs() - ahead.atMs > handoverMs) return readTrace(traceId, signal);
  return ahead.read.catch(() => readTrace(traceId, signal));
}
