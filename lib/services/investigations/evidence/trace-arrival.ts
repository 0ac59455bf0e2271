/**
 * Checks whether the traces of a window have arrived. A trace source receives a request after its end, so requests that
 * started in the window arrive as late as the longest request takes.
 *
 *     window ──────────────┐ end
 *       request 38 s ├──────┼─────────────────┤  → exporter → source
 */
import { isAppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { findTraceSource } from "@/lib/services/sources/trace-source";

/** Time after which the spans of a completed request have arrived. Exporters usually send them in batches every five seconds. */
export const spanArrivalMs = 10_000;
/** Longest duration of a request for which a read waits. */
const maxRequestMs = 60_000;
/** Time before the end of the window whose requests show how long requests take. */
const recentMs = 15 * 60_000;
const maxServices = 5;
const searchLimitMs = 5_000;

/** Time after the end of a window for which a read of its traces waits at most. */
export const maxTraceArrivalMs = maxRequestMs + spanArrivalMs;

/**
 * Returns whether the requests that started before the time have arrived: no recent request of the deployments took
 * longer than the time since then, without the delay of the exporter. Always true after 70 s, and true for a source that
 * does not respond, because its failure is stored.
 */
export async function haveTracesArrived(
  deployments: readonly KnownDeployment[],
  endMs: number,
): Promise<boolean> {
  const waitedMs = nowMs() - endMs - spanArrivalMs;
  if (waitedMs < 0) return false;
  if (waitedMs >= maxRequestMs) return true;
  const answers = await Promise.all(
    deployments.map((deployment) => hasLongerRequest(deployment, endMs, waitedMs)),
  );
  return !answers.includes(true);
}

/** Returns whether a recent request of the deployment took at least `durationMs` in one of its services. */
async function hasLongerRequest(
  { traceServices, tracesSource, sourceScope }: KnownDeployment,
  endMs: number,
  durationMs: number,
): Promise<boolean> {
  const signal = AbortSignal.timeout(searchLimitMs);
  const window = { startMs: endMs - recentMs, endMs: nowMs() };
  // A condition of zero finds each request, also after the requests of the window have arrived.
  const durationMinMs = Math.max(1, Math.floor(durationMs));
  try {
    const { reader } = await findTraceSource(tracesSource, sourceScope);
    const searches = await Promise.all(
      traceServices
        .slice(0, maxServices)
        .map((service) =>
          reader.search({ service, window, maxTraces: 1, durationMinMs, isDiscardedAtLimit: true, signal }),
        ),
    );
    return searches.some(({ hasReachedLimit, traces }) => hasReachedLimit || traces.length > 0);
  } catch (error) {
    // A response with a long request can be too large. The read of the answer meets other errors too, and stores them.
    if (isAppError(error)) return error.code === "too-large";
    if (signal.aborted) return false;
    throw error;
  }
}
