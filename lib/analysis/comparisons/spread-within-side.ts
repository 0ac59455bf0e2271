/** How much a statistic varies between shorter windows of equal load within the side before, for the margin. */
import { measureSignalSpread, emptyWindowSpread } from "@/lib/analysis/baselines/signal-spread";
import { minMarginWindows, type WindowSpread } from "@/lib/analysis/statistics/verdict/margin";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { inFlightSignals } from "@/lib/model/baseline/request-counting";
import type { MeasuredWindow } from "@/lib/model/comparison/measured-side";
import type { SignalId } from "@/lib/model/signals/signals";
import { toWindowLoad } from "./compared-load";
import type { StatisticKey } from "./estimate-statistic";

/** Signals from which the load of a window is computed. */
const loadSignals: readonly SignalId[] = [
  "requests",
  ...inFlightSignals,
  "prompt-length",
  "prompt-tokens",
  "output-length",
  "output-tokens",
];

/** Returns the variation between windows of `windowMs` within a side; 0 windows if it has fewer than two. */
export function measureSpreadWithinSide(
  { measured, load, window }: MeasuredWindow,
  key: StatisticKey,
  windowMs: number,
): WindowSpread {
  // One window alone does not vary.
  if (window.endMs - window.startMs < 2 * windowMs) return emptyWindowSpread;
  const loaded = {
    measured: selectSignals(measured, [key.signal, ...loadSignals]),
    ...(load.requestCounting === null ? {} : { requestCounting: load.requestCounting }),
  };
  const expected = toWindowLoad({ ...load, entered: {} }, true);
  return measureSignalSpread(loaded, { ...key, windowMs, load: expected });
}

/** Returns whether a side has enough windows of equal load for the margin, so that no history is needed. */
export function hasSpreadWithinSide(side: MeasuredWindow, key: StatisticKey, windowMs: number): boolean {
  if (side.window.endMs - side.window.startMs < minMarginWindows * windowMs) return false;
  return measureSpreadWithinSide(side, key, windowMs).windowCount >= minMarginWindows;
}

/**
 * Returns the measurements of these signals only. Windows are cut for each statistic, which is faster with fewer
 * signals.
 */
function selectSignals(measured: MeasuredBlocks, signals: readonly SignalId[]): MeasuredBlocks {
  const select = <T>(bySignal: Partial<Record<SignalId, T>>): Partial<Record<SignalId, T>> =>
    Object.fromEntries(signals.flatMap((id) => (bySignal[id] === undefined ? [] : [[id, bySignal[id]]])));
  return {
    ...measured,
    distributions: select(measured.distributions),
    counters: select(measured.counters),
    gauges: select(measured.gauges),
  };
}
