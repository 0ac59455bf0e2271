/**
 * The traces that can be set beside the metric. A metric counts requests when they end, a source finds traces by when they began:
 * of those that began before what was read, and of those that still ran at its end, the long ones would be missing.
 *
 *     read       |──────────────────────────────────────|
 *     compared             |─────────────────────────|        requests that ended in it
 *                 longest                         arrival
 */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { formatElapsed } from "@/lib/format/elapsed";
import { minWindowMs, type TimeWindow } from "@/lib/model/time-window";

/** What is known of when a request ran. */
export type TimedRequest = Pick<AnalysedTrace, "startEpochNs" | "startNs" | "durationNs">;

export type ComparedPart<T extends TimedRequest> =
  | {
      readonly kind: "part";
      readonly window: TimeWindow;
      readonly requests: readonly T[];
      /** Of what was read, from when on traces were kept. */
      readonly storedSinceMs: number;
    }
  /** A sentence. */
  | { readonly kind: "none"; readonly reason: string };

/** A trace is found so long after its end: SDK and collector send in batches. */
const arrivalMs = 10_000;

export function comparedPart<T extends TimedRequest>(
  requests: readonly T[],
  covered: TimeWindow,
  nowMs: number,
): ComparedPart<T> {
  if (requests.length === 0) return { kind: "none", reason: "No request was read." };
  const longestMs = requests.reduce((maxMs, { durationNs }) => Math.max(maxMs, durationNs / 1e6), 0);
  const sinceMs = storedSinceMs(requests, covered);
  const window = {
    startMs: Math.max(covered.startMs + Math.ceil(longestMs), sinceMs),
    endMs: Math.min(covered.endMs, nowMs - arrivalMs),
  };
  if (window.endMs - window.startMs < minWindowMs)
    return {
      kind: "none",
      reason: `The requests read began within ${formatElapsed(covered.endMs - covered.startMs)} and took up to ${formatElapsed(longestMs)}: less than a minute is left in which all that ended can be known. Read more traces or a longer window.`,
    };
  return { kind: "part", window, requests: endedWithin(requests, window), storedSinceMs: sinceMs };
}

/** Those that ended after the window's start and no later than its end. */
export function endedWithin<T extends TimedRequest>(
  requests: readonly T[],
  { startMs, endMs: lastMs }: TimeWindow,
): readonly T[] {
  return requests.filter((request) => {
    const atMs = endMs(request);
    return atMs > startMs && atMs <= lastMs;
  });
}

/** Before the first trace by ten times their usual distance, traces were not kept yet: the metric counted there for nothing. */
function storedSinceMs(requests: readonly TimedRequest[], covered: TimeWindow): number {
  const ends = requests.map(endMs).toSorted((a, b) => a - b);
  const [first = covered.startMs, last = covered.startMs] = [ends[0], ends.at(-1)];
  const usualMs = (last - first) / Math.max(1, ends.length - 1);
  return first - covered.startMs > 10 * usualMs ? first : covered.startMs;
}

function endMs({ startEpochNs, startNs, durationNs }: TimedRequest): number {
  return Number((BigInt(startEpochNs) + BigInt(Math.round(startNs + durationNs))) / 1_000_000n);
}
