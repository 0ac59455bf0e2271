/** The part of a trace's time that is looked at, in nanoseconds since its start: how it moves, and where an instant lies on it. */

export interface TimeView {
  readonly fromNs: number;
  readonly toNs: number;
}

/** Nothing is told finer than a nanosecond; ten of them are as near as one can look. */
const minViewNs = 10;

export function fullView(durationNs: number): TimeView {
  return { fromNs: 0, toNs: Math.max(1, durationNs) };
}

/** Up to the first token, with a little after it. */
export function viewToToken(full: TimeView, firstTokenNs: number): TimeView {
  return clampView({ fromNs: 0, toNs: firstTokenNs * 1.04 }, full);
}

/** Below this part of the whole, what came before the first token is not where such a request's time went. */
const minTokenShare = 1 / 20;

/** As a trace opens: up to the first token, unless nobody tells it or nearly all of the time comes after it. */
export function openingView(full: TimeView, firstTokenNs: number | null): TimeView {
  if (firstTokenNs === null || firstTokenNs < minTokenShare * full.toNs) return full;
  return viewToToken(full, firstTokenNs);
}

/** The same length where there is room, within the whole. */
export function clampView({ fromNs, toNs }: TimeView, full: TimeView): TimeView {
  const maxLength = Math.max(minViewNs, full.toNs - full.fromNs);
  const length = Math.min(maxLength, Math.max(minViewNs, toNs - fromNs));
  const from = Math.min(Math.max(fromNs, full.fromNs), full.fromNs + maxLength - length);
  return { fromNs: from, toNs: from + length };
}

/** `factor` below 1 comes nearer; what lies at `atShare` of the width stays where it is. */
export function zoomedView(view: TimeView, full: TimeView, { factor, atShare = 0.5 }: Zoom): TimeView {
  const length = view.toNs - view.fromNs;
  const maxLength = Math.max(minViewNs, full.toNs - full.fromNs);
  const next = Math.min(maxLength, Math.max(minViewNs, length * factor));
  const from = view.fromNs + (length - next) * atShare;
  return clampView({ fromNs: from, toNs: from + next }, full);
}

export interface Zoom {
  readonly factor: number;
  readonly atShare?: number;
}

/** By a share of its own length, later for positive ones. */
export function pannedView(view: TimeView, full: TimeView, share: number): TimeView {
  const by = (view.toNs - view.fromNs) * share;
  return clampView({ fromNs: view.fromNs + by, toNs: view.toNs + by }, full);
}

/** Round times within the view, at most about `most` of them. */
export function rulerTicks({ fromNs, toNs }: TimeView, maxTicks: number): readonly number[] {
  const rough = (toNs - fromNs) / maxTicks;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const ticks: number[] = [];
  for (let index = Math.ceil(fromNs / step); index * step <= toNs; index += 1)
    if (index * step >= fromNs) ticks.push(index * step);
  return ticks;
}
