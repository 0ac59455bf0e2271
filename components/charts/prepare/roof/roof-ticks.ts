/** Chooses which values of a logarithmic axis are labelled: the roundest first, without overlaps. */
import { formatTick } from "@/lib/format/tick";
import { letterWidthPx } from "@/components/charts/prepare/plot-boxes";
import { logTicks, type ValueRange } from "./roof-view";

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
  readonly range: ValueRange;
  readonly pixelsPerDecade: number;
  /** Returns the pixels that a label occupies along the axis. */
  readonly labelSize: (text: string) => number;
}

/** Returns the values in ascending order. */
export function chooseTicks({ range, pixelsPerDecade, labelSize }: Axis): readonly number[] {
  const shownLabels: { readonly value: number; readonly at: number; readonly half: number }[] = [];
  for (const value of logTicks(range, pixelsPerDecade).toSorted((a, b) => rankOf(a) - rankOf(b) || a - b)) {
    const at = Math.log10(value) * pixelsPerDecade;
    const half = labelSize(formatTick(value)) / 2;
    if (shownLabels.every((other) => Math.abs(other.at - at) >= other.half + half))
      shownLabels.push({ value, at, half });
  }
  return shownLabels.map(({ value }) => value).toSorted((a, b) => a - b);
}

/** Size along the X axis: the width of the text. */
export const horizontalLabelSize = (text: string): number => text.length * letterWidthPx.detail + gap;
/** Size along the Y axis. */
export const verticalLabelSize = (): number => 16;
