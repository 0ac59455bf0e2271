/**
 * Selects the traces that can be compared with the metric. A metric counts requests at their end; a source finds
 * traces by their start. Requests that started before the read part or still ran at its end are excluded, because long
 * requests would be missing among them.
 *
 *     read       |──────────────────────────────────────|
 *     compared             |─────────────────────────|        requests that ended in it
 *                 longest                         arrival
 */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { formatElapsed } from "@/lib/format/elapsed";
import { minWindowMs, type TimeWindow } from "@/lib/model/time-window";

/** Start and duration of a request. */
export type TimedRequest = Pick<AnalysedTrace, "startEpochNs" | "startNs" | "durationNs">;

/** Time range in which traces and metrics can be compared, with its requests, or why there is none. */
export type ComparableRequests<T extends TimedRequest> =
  | {
      readonly kind: "part";
      readonly window: TimeWindow;
      readonly requests: readonly T[];
      /** Time since which traces are stored, within the read part. */
      readonly storedSinceMs: number;
    }
  /** Reason as a sentence. */
  | { readonly kind: "none"; readonly reason: string };

/** Delay until a trace can be found after its end: the SDK and the collector send in batches. */
const arrivalMs = 10_000;

/** Finds the time range in which both the traces and the metrics of the requests are complete. */
export function findComparableRequests<T extends TimedRequest>(
  requests: readonly T[],
  readWindow: TimeWindow,
  nowMs: number,
): ComparableRequests<T> {
  if (requests.length === 0) return { kind: "none", reason: "No requests were found." };
  const longestMs = requests.reduce((maxMs, { durationNs }) => Math.max(maxMs, durationNs / 1e6), 0);
  const sinceMs = storedSinceMs(requests, readWindow);
  const window = {
    startMs: Math.max(readWindow.startMs + Math.ceil(longestMs), sinceMs),
    endMs: Math.min(readWindow.endMs, nowMs - arrivalMs),
  };
  if (window.endMs - window.startMs < minWindowMs)
    return {
      kind: "none",
      reason: `The requests started within ${formatElapsed(readWindow.endMs - readWindow.startMs)}, and the longest took ${formatElapsed(longestMs)}. The traces are complete for less than one minute, which is too short to compare with the metric. Read more traces or choose a longer window.`,
    };
  return { kind: "part", window, requests: filterEndedWithin(requests, window), storedSinceMs: sinceMs };
}

/** Returns the requests that ended in the window: after its start and no later than its end. */
export function filterEndedWithin<T extends TimedRequest>(
  requests: readonly T[],
  { startMs, endMs: lastMs }: TimeWindow,
): readonly T[] {
  return requests.filter((request) => {
    const atMs = endMs(request);
    return atMs > startMs && atMs <= lastMs;
  });
}

/**
 * Returns the time since which traces are stored. If the gap before the first trace is more than ten times the usual
 * distance, earlier traces were not stored.
 */
function storedSinceMs(requests: readonly TimedRequest[], readWindow: TimeWindow): number {
  const ends = requests.map(endMs).toSorted((a, b) => a - b);
  const [first = readWindow.startMs, last = readWindow.startMs] = [ends[0], ends.at(-1)];
  const usualMs = (last - first) / Math.max(1, ends.length - 1);
  return first - readWindow.startMs > 10 * usualMs ? first : readWindow.startMs;
}

function endMs({ startEpochNs, startNs, durationNs }: TimedRequest): number {
  return Number((BigInt(startEpochNs) + BigInt(Math.round(startNs + durationNs))) / 1_000_000n);
}
