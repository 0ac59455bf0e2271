/**
 * Traces that were drawn a moment ago, so that looking at one of their spans does not read the whole trace again. So many
 * spans, and so long, that a person who walks a trace finds it; what is older or too large is read anew.
 */
import { LRUCache } from "lru-cache";
import { traceContract } from "@/lib/contracts/traces";
import { AppError } from "@/lib/model/app-error";
import type { Trace } from "@/lib/model/trace";
import { nowMs } from "@/lib/server/clock";
import { processMemory } from "@/lib/server/memory";
import { withTimeLimit } from "@/lib/server/time-limit";
import { traceSource, type TraceSource } from "./trace-source";

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

/** From the source. Throws not-found, or the source's own failure. */
export async function readTrace(traceId: string, signal: AbortSignal): Promise<FetchedTrace> {
  const found = await traceSource(null);
  const trace = await found.reader.get(traceId, { signal });
  if (trace === null)
    throw new AppError(
      "not-found",
      `${found.source.title} has no trace ${traceId}; it may have been dropped since`,
    );
  recent().set(traceId, trace);
  return { ...found, trace };
}

/** As it was when last drawn, or from the source. */
export async function recentTrace(traceId: string, signal: AbortSignal): Promise<Trace> {
  return recent().get(traceId) ?? (await readTrace(traceId, signal)).trace;
}

/** What a page has read, or is reading, for its own question that comes next. */
interface ReadAhead {
  readonly read: Promise<FetchedTrace>;
  readonly atMs: number;
}

/** A page asks within moments, since its address tells it to before its scripts are there. */
const handoverMs = 5_000;
const maxReadAhead = 100;

const readAhead = (): LRUCache<string, ReadAhead> =>
  processMemory(
    "traces-read-ahead",
    () => new LRUCache<string, ReadAhead>({ max: maxReadAhead, ttl: handoverMs, ttlAutopurge: true }),
  );

/**
 * As `readTrace`, on behalf of a page whose own question for the same trace follows: that one takes what was read here. The reading
 * goes on when its caller gives up.
 */
export function readTraceAhead(traceId: string): Promise<FetchedTrace> {
  const read = withTimeLimit(traceContract.timeLimitMs, undefined, (signal) => readTrace(traceId, signal));
  readAhead().set(traceId, { read, atMs: nowMs() });
  return read;
}

/** What was read ahead, once; else from the source. What failed ahead is tried again. */
export async function readTraceOnce(traceId: string, signal: AbortSignal): Promise<FetchedTrace> {
  const ahead = readAhead().get(traceId);
  readAhead().delete(traceId);
  if (ahead === undefined || nowMs() - ahead.atMs > handoverMs) return readTrace(traceId, signal);
  return ahead.read.catch(() => readTrace(traceId, signal));
}
