/** Conversion from nanoseconds to pixels. */
import type { TimeView } from "./time-view";

export interface Scale {
  readonly view: TimeView;
  readonly width: number;
  readonly x: (ns: number) => number;
}

export function scaleOf(view: TimeView, width: number): Scale {
  const perNs = width / Math.max(Number.MIN_VALUE, view.toNs - view.fromNs);
  return { view, width, x: (ns) => (ns - view.fromNs) * perNs };
}
