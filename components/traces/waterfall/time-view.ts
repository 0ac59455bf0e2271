/** Visible time range of a trace, in nanoseconds since its start. */

export interface TimeView {
  readonly fromNs: number;
  readonly toNs: number;
}

/** Minimum length of the range. Times have nanosecond resolution. */
const minViewNs = 10;

/** Returns the range of the complete trace. */
export function fullView(durationNs: number): TimeView {
  return { fromNs: 0, toNs: Math.max(1, durationNs) };
}

/** Returns the range up to the first token, with a small margin. */
export function viewUpToFirstToken(full: TimeView, firstTokenNs: number): TimeView {
  return clampView({ fromNs: 0, toNs: firstTokenNs * 1.04 }, full);
}

/** If the first token is earlier than this fraction of the trace, the time until then hardly matters. */
const minTokenShare = 1 / 20;

/**
 * Returns the initial range: up to the first token, or the full trace if the first token is unknown or very early.
 */
export function initialView(full: TimeView, firstTokenNs: number | null): TimeView {
  if (firstTokenNs === null || firstTokenNs < minTokenShare * full.toNs) return full;
  return viewUpToFirstToken(full, firstTokenNs);
}

/** Moves a time range into the full range. Its length is not changed if possible. */
export function clampView({ fromNs, toNs }: TimeView, full: TimeView): TimeView {
  const maxLength = Math.max(minViewNs, full.toNs - full.fromNs);
  const length = Math.min(maxLength, Math.max(minViewNs, toNs - fromNs));
  const from = Math.min(Math.max(fromNs, full.fromNs), full.fromNs + maxLength - length);
  return { fromNs: from, toNs: from + length };
}

/** Zooms a time range. The time at `anchorShare` of the width stays at its position. */
export function zoomView(view: TimeView, full: TimeView, { factor, anchorShare = 0.5 }: ZoomStep): TimeView {
  const length = view.toNs - view.fromNs;
  const maxLength = Math.max(minViewNs, full.toNs - full.fromNs);
  const next = Math.min(maxLength, Math.max(minViewNs, length * factor));
  const from = view.fromNs + (length - next) * anchorShare;
  return clampView({ fromNs: from, toNs: from + next }, full);
}

/**
 * Zoom of a time range: a `factor` below 1 zooms in. `anchorShare` is a fraction of the width, 0.5 by
 * default.
 */
export interface ZoomStep {
  readonly factor: number;
  readonly anchorShare?: number;
}

/** Shifts a time range by a fraction of its length; positive values move it later. */
export function panView(view: TimeView, full: TimeView, fraction: number): TimeView {
  const by = (view.toNs - view.fromNs) * fraction;
  return clampView({ fromNs: view.fromNs + by, toNs: view.toNs + by }, full);
}

/** Returns about `maxTicks` round times within the range. */
export function rulerTicks({ fromNs, toNs }: TimeView, maxTicks: number): readonly number[] {
  const rough = (toNs - fromNs) / maxTicks;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const ticks: number[] = [];
  for (let index = Math.ceil(fromNs / step); index * step <= toNs; index += 1)
    if (index * step >= fromNs) ticks.push(index * step);
  return ticks;
}
