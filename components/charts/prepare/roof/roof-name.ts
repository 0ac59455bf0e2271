import { formatNumber, thinSpace } from "@/lib/format/number";

/** Units and texts of the roofline plot. */
export interface RoofTexts {
  /** Unit of the Y axis, such as "TFLOP/s". */
  readonly yUnit: string;
  /** Unit of the X axis, such as "FLOP/B". */
  readonly xUnit: string;
  /** Unit of the slope of the roof, such as "TB/s". */
  readonly slopeUnit: string;
  /** Meaning of a point above the roof, as a short clause. */
  readonly aboveRoofText: string;
}

/** Label of a peak, the bandwidth or a region of the roof, at its position in pixels. */
export interface RoofName {
  readonly key: string;
  readonly x: number;
  /** Baseline of the first line. */
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  /** Axes along which the name moves when the view is panned; "none" is fixed. */
  readonly movementAxes: "both" | "x" | "y" | "none";
  /** Distance of the rotated baseline from the sloped line, positive below it. Null for horizontal text. */
  readonly slopeOffsetPx: number | null;
  readonly style: "line" | "region" | "quiet" | "ghost";
  /** Name of the part of the roof, shown in bold. */
  readonly name: string;
  /** Shown after the name; under it for a region. */
  readonly details: string;
}

/** Colour and dashes of another accelerator's roof, on the plot and in the legend. */
export const comparedRoofLine = { stroke: "var(--id-7)", dashes: "9 3 2 3" } as const;

/** Returns a value with its unit, after a space. */
export const unit = (value: number, of: string): string => ` ${formatNumber(value)}${thinSpace}${of}`;
