/** Conversion from nanoseconds to pixels. */
import type { TimeView } from "./time-view";

/** Scale from times since the start of the trace to pixels. */
export interface TimeScale {
  readonly view: TimeView;
  readonly width: number;
  readonly toX: (ns: number) => number;
}

/** Creates the scale that displays the visible time range in `width` pixels. */
export function createTimeScale(view: TimeView, width: number): TimeScale {
  const perNs = width / Math.max(Number.MIN_VALUE, view.toNs - view.fromNs);
  return { view, width, toX: (ns) => (ns - view.fromNs) * perNs };
}
