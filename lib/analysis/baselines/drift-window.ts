/**
 * Finds the hour that is compared with a baseline: the newest hour with the load of the baseline, enough requests, and
 * no excluded time.
 *
 *     |···········|─ 60 min ─|      then the hour that ends 5 min earlier, and so on to the start of the history
 *        |─ 60 min ─|
 */
import {
  findLoadDifferences,
  type LoadDifference,
  type WindowLoad,
} from "@/lib/analysis/statistics/verdict/load";
import type { TimeWindow } from "@/lib/model/time-window";
import { listPresentValues, sumValues } from "./merge-blocks";
import { computeBlockLoad, type BlocksWithLoad } from "./signal-spread";

/** Newest hour whose load is comparable with the load of a baseline, or the reasons why there is no such hour. */
export type DriftWindow =
  | { readonly kind: "found"; readonly window: TimeWindow }
  /** No hour is suitable. */
  | ({ readonly kind: "none" } & NoSuitableHour);

/** Result of a search without a comparable hour: why the newest hour and earlier hours are unsuitable. */
export interface NoSuitableHour {
  /** Reason why the newest hour is unsuitable. */
  readonly reason: UnsuitableHourReason;
  /** Further kinds of reasons, for which earlier hours are unsuitable. Each kind is listed once. */
  readonly earlierKinds: readonly UnsuitableHourReason["kind"][];
}

/** Reason why an hour cannot be compared with a baseline to detect drift. */
export type UnsuitableHourReason =
  /** Less than an hour has passed since the baseline. */
  | { readonly kind: "too-early" }
  | { readonly kind: "no-samples" }
  | { readonly kind: "excluded" }
  | { readonly kind: "few-requests"; readonly requestCount: number; readonly neededCount: number }
  /** The measures of load that differ from the baseline by more than 20 %, the largest difference first. */
  | { readonly kind: "load-differs"; readonly differences: readonly LoadDifference[] };

const [minuteMs, hourMs] = [60_000, 3_600_000];
const maxSearchedMs = 24 * hourMs;
const stepMs = 5 * minuteMs;
/** Fraction of an hour's blocks that must have a value. */
const minPresentRatio = 0.75;
/** With fewer observations, the 95 % interval of the p95 has no upper end: ln 0.05 ÷ ln 0.95. */
const minRequests = 59;

/**
 * Returns the time range in which an hour comparable with the baseline is searched: the last 24 h before
 * `endMs`, but not before the end of the baseline. Undefined if less than an hour remains.
 */
export function chooseSearchedHistory(baseline: TimeWindow, endMs: number): TimeWindow | undefined {
  const startMs = Math.max(endMs - maxSearchedMs, baseline.endMs);
  return endMs - startMs < hourMs ? undefined : { startMs, endMs };
}

/**
 * Returns the newest hour of `history` with the load of the baseline, enough requests and no excluded time. If no hour
 * qualifies, returns why the newest hour is unsuitable, and further reasons for which earlier hours are unsuitable.
 * Requests and load are not checked if the engine counts no requests.
 */
export function findDriftWindow(history: BlocksWithLoad, baselineLoad: WindowLoad): DriftWindow {
  const { startMs, blockMs, blockCount } = history.measured;
  const blocksPerHour = Math.max(1, Math.round(hourMs / blockMs));
  const blocksPerStep = Math.max(1, Math.round(stepMs / blockMs));
  const reasons: UnsuitableHourReason[] = [];
  for (let end = blockCount; end >= blocksPerHour; end -= blocksPerStep) {
    const start = end - blocksPerHour;
    const indexes = Array.from({ length: blocksPerHour }, (_, offset) => start + offset);
    const reason = findUnsuitability(history, indexes, baselineLoad);
    if (reason === null)
      return {
        kind: "found",
        window: { startMs: startMs + start * blockMs, endMs: startMs + end * blockMs },
      };
    reasons.push(reason);
  }
  const [newest = { kind: "no-samples" }] = reasons;
  const kinds = new Set(reasons.map(({ kind }) => kind));
  return { kind: "none", reason: newest, earlierKinds: [...kinds].filter((kind) => kind !== newest.kind) };
}

function findUnsuitability(
  history: BlocksWithLoad,
  indexes: readonly number[],
  baselineLoad: WindowLoad,
): UnsuitableHourReason | null {
  const { measured, isExcluded = () => false } = history;
  if (indexes.some(isExcluded)) return { kind: "excluded" };
  const requests = measured.counters.requests?.blocks;
  if (requests === undefined) return null;
  const counts = listPresentValues(indexes.map((index) => requests[index] ?? "not-scraped"));
  if (counts.length < minPresentRatio * indexes.length) return { kind: "no-samples" };
  const requestCount = sumValues(counts);
  if (requestCount < minRequests)
    return { kind: "few-requests", requestCount: Math.round(requestCount), neededCount: minRequests };
  const { differences } = findLoadDifferences(baselineLoad, computeBlockLoad(history, indexes));
  return differences.length === 0 ? null : { kind: "load-differs", differences };
}
