/** Chooses which values of a logarithmic axis are labelled: the roundest first, without overlaps. */
import { formatTick } from "@/lib/format/tick";
import { letterWidthPx } from "@/components/charts/prepare/plot-boxes";
import { computeTickCandidates, type AxisRange } from "./roof-view";

/** Minimum distance between two labels. */
const gap = 8;

/** Mantissas, from the most to the least round. */
const ranks = [1, 3, 2, 5, 1.5, 7, 4, 2.5, 6, 8, 9] as const;

const mantissaOf = (value: number): number => Number(value.toExponential().split("e")[0]);

function rankOf(value: number): number {
  const at = ranks.findIndex((mantissa) => mantissa === mantissaOf(value));
  return at < 0 ? ranks.length : at;
}

interface Axis {
  readonly range: AxisRange;
  readonly pixelsPerDecade: number;
  /** Returns the pixels that a label occupies along the axis. */
  readonly measureLabelPx: (text: string) => number;
}

/** Returns the axis values to label, in ascending order. Rounder values have priority, and labels do not overlap. */
export function chooseTicks({ range, pixelsPerDecade, measureLabelPx }: Axis): readonly number[] {
  const shownLabels: { readonly value: number; readonly at: number; readonly half: number }[] = [];
  for (const value of computeTickCandidates(range, pixelsPerDecade).toSorted(
    (a, b) => rankOf(a) - rankOf(b) || a - b,
  )) {
    const at = Math.log10(value) * pixelsPerDecade;
    const half = measureLabelPx(formatTick(value)) / 2;
    if (shownLabels.every((other) => Math.abs(other.at - at) >= other.half + half))
      shownLabels.push({ value, at, half });
  }
  return shownLabels.map(({ value }) => value).toSorted((a, b) => a - b);
}

/** Returns the pixels that a label occupies along the X axis: its width and a gap. */
export const measureXLabelPx = (text: string): number => text.length * letterWidthPx.detail + gap;
/** Returns the pixels that a label occupies along the Y axis: its height and a gap. */
export const spaceAlongYAxisPx = (): number => 16;
