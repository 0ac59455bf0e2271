/** Which rows of a trace are shown, and where a span lies on the ruler. */
import type { SpanRow } from "@/lib/contracts/traces";

export interface Range {
  readonly startNs: number;
  readonly endNs: number;
}

/** Indexes of the rows whose ancestors are all open. */
export function visibleRows(spans: readonly SpanRow[], closed: ReadonlySet<number>): readonly number[] {
  const hidden = new Uint8Array(spans.length);
  return spans.flatMap((span, index) => {
    const parent = span.parentIndex;
    const isHidden = parent >= 0 && (hidden[parent] === 1 || closed.has(parent));
    hidden[index] = isHidden ? 1 : 0;
    return isHidden ? [] : [index];
  });
}

export function hasChildren(spans: readonly SpanRow[]): readonly boolean[] {
  const found = spans.map(() => false);
  for (const { parentIndex } of spans) if (parentIndex >= 0) found[parentIndex] = true;
  return found;
}

export interface BarPlace {
  /** Percent of the range's width. */
  readonly left: number;
  readonly width: number;
}

/** Null when the span lies wholly outside the range. A span of no length keeps a visible sliver. */
export function placeBar(
  span: Pick<SpanRow, "startNs" | "durationNs">,
  { startNs, endNs }: Range,
): BarPlace | null {
  const length = endNs - startNs;
  const from = Math.max(span.startNs, startNs);
  const to = Math.min(span.startNs + Math.max(0, span.durationNs), endNs);
  if (to < from || length <= 0 || span.startNs > endNs) return null;
  const left = ((from - startNs) / length) * 100;
  return { left, width: Math.max(0.15, ((to - from) / length) * 100) };
}

/** Round times on the ruler, at most `most` of them. */
export function rulerTicks({ startNs, endNs }: Range, most: number): readonly number[] {
  const rough = (endNs - startNs) / most;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const ticks: number[] = [];
  for (let tick = Math.ceil(startNs / step) * step; tick <= endNs; tick += step) ticks.push(tick);
  return ticks;
}
