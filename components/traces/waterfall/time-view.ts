/** The part of a trace's time that is looked at, in nanoseconds since its start: how it moves, and where an instant lies on it. */

export interface TimeView {
  readonly fromNs: number;
  readonly toNs: number;
}

/** Nothing is told finer than a nanosecond; ten of them are as near as one can look. */
const leastNs = 10;

export function wholeView(durationNs: number): TimeView {
  return { fromNs: 0, toNs: Math.max(1, durationNs) };
}

/** Up to the first token, with a little after it. */
export function viewToToken(whole: TimeView, firstTokenNs: number): TimeView {
  return clampView({ fromNs: 0, toNs: firstTokenNs * 1.04 }, whole);
}

/** Below this part of the whole, what came before the first token is not where such a request's time went. */
const smallPart = 1 / 20;

/** As a trace opens: up to the first token, unless nobody tells it or nearly all of the time comes after it. */
export function openingView(whole: TimeView, firstTokenNs: number | null): TimeView {
  if (firstTokenNs === null || firstTokenNs < smallPart * whole.toNs) return whole;
  return viewToToken(whole, firstTokenNs);
}

/** The same length where there is room, within the whole. */
export function clampView({ fromNs, toNs }: TimeView, whole: TimeView): TimeView {
  const most = Math.max(leastNs, whole.toNs - whole.fromNs);
  const length = Math.min(most, Math.max(leastNs, toNs - fromNs));
  const from = Math.min(Math.max(fromNs, whole.fromNs), whole.fromNs + most - length);
  return { fromNs: from, toNs: from + length };
}

/** `factor` below 1 comes nearer; what lies at `atShare` of the width stays where it is. */
export function zoomed(view: TimeView, whole: TimeView, { factor, atShare = 0.5 }: Zoom): TimeView {
  const length = view.toNs - view.fromNs;
  const most = Math.max(leastNs, whole.toNs - whole.fromNs);
  const next = Math.min(most, Math.max(leastNs, length * factor));
  const from = view.fromNs + (length - next) * atShare;
  return clampView({ fromNs: from, toNs: from + next }, whole);
}

export interface Zoom {
  readonly factor: number;
  readonly atShare?: number;
}

/** By a share of its own length, later for positive ones. */
export function moved(view: TimeView, whole: TimeView, share: number): TimeView {
  const by = (view.toNs - view.fromNs) * share;
  return clampView({ fromNs: view.fromNs + by, toNs: view.toNs + by }, whole);
}

/** Round times within the view, at most about `most` of them. */
export function rulerTicks({ fromNs, toNs }: TimeView, most: number): readonly number[] {
  const rough = (toNs - fromNs) / most;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const ticks: number[] = [];
  for (let index = Math.ceil(fromNs / step); index * step <= toNs; index += 1)
    if (index * step >= fromNs) ticks.push(index * step);
  return ticks;
}
