/**
 * Traces that were drawn a moment ago, so that looking at one of their spans does not read the whole trace again. So many
 * spans, and so long, that a person who walks a trace finds it; what is older or too large is read anew.
 */
import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/model/app-error";
import type { Trace } from "@/lib/model/trace";
import { processMemory } from "@/lib/server/memory";
import { traceSource, type TraceSource } from "./trace-source";

const mostSpans = 120_000;
const keptMs = 120_000;

const recent = (): LRUCache<string, Trace> =>
  processMemory(
    "recent-traces",
    () =>
      new LRUCache<string, Trace>({
        maxSize: mostSpans,
        sizeCalculation: ({ spans }) => Math.max(1, spans.length),
        ttl: keptMs,
        ttlAutopurge: true,
      }),
  );

export interface ReadTrace extends TraceSource {
  readonly trace: Trace;
}

/** From the source. Throws not-found, or the source's own failure. */
export async function readTrace(traceId: string, signal: AbortSignal): Promise<ReadTrace> {
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
