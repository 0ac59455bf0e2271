/**
 * Checks whether the spans of one trace have arrived. Services export a span after its end, so the spans of a trace arrive
 * one after another, and the first span of a long request arrives last.
 *
 *     engine   ├────┤ → exporter → source          its parent is missing until the gateway's span arrives
 *     gateway  ├──────────────────┤ → exporter → source
 */
import { isAppError } from "@/lib/model/app-error";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { SourceScope } from "@/lib/model/sources/source-scope";
import type { Trace } from "@/lib/model/traces/trace";
import { nowMs } from "@/lib/server/clock";
import { findTraceOwner } from "@/lib/services/traces/trace-maps";
import { prepareTraceInSteps } from "@/lib/services/traces/waterfall/prepare-trace";
import { readRecentTrace, takePrefetchedOrReadTrace } from "@/lib/services/traces/waterfall/recent-traces";
import { haveTracesArrived, maxTraceArrivalMs, spanArrivalMs } from "./trace-arrival";

const readLimitMs = 10_000;
const nanosecondsPerMs = 1e6;

/** Trace that is stored as evidence, and the time at which a person requested the copy. */
interface RequestedTrace {
  readonly question: QuestionOf<"trace">;
  readonly requestedAtMs: number;
  readonly scope: SourceScope;
}

/**
 * Returns whether the spans of the trace have arrived: the exporters had time since the end of the last span, and no parent
 * is missing. While a parent is missing, recent requests show how long it may take. Always true 70 s after the request for
 * the copy, because a parent may never arrive. True if the source does not respond, because its failure is stored.
 */
export async function hasTraceArrived({ question, requestedAtMs, scope }: RequestedTrace): Promise<boolean> {
  if (nowMs() - requestedAtMs >= maxTraceArrivalMs) return true;
  const request = { traceId: question.traceId, scope };
  const signal = AbortSignal.timeout(readLimitMs);
  try {
    // The trace that the person saw decides first, so that a new trace is not read again each second.
    if (findAgeMs(await readRecentTrace(request, signal)) < spanArrivalMs) return false;
    const { trace } = await takePrefetchedOrReadTrace(request, signal);
    const ageMs = findAgeMs(trace);
    if (ageMs < spanArrivalMs) return false;
    if (ageMs >= maxTraceArrivalMs || !(await lacksParent(trace))) return true;
    const owner = await findTraceOwner(trace, question.deployment, scope);
    return owner !== null && (await haveTracesArrived([owner], nowMs() - ageMs));
  } catch (error) {
    // The read of the answer fails too, and its reason is stored.
    if (isAppError(error) || signal.aborted) return true;
    throw error;
  }
}

/** Returns the time since the end of the last span. */
function findAgeMs({ startEpochNs, durationNs }: Trace): number {
  return nowMs() - (Number(startEpochNs) + durationNs) / nanosecondsPerMs;
}

async function lacksParent(trace: Trace): Promise<boolean> {
  const { recordedRows } = await prepareTraceInSteps(trace);
  return recordedRows.some(({ flags }) => flags.includes("missing-parent"));
}
