/** A positioned name on the roofline plot, and the texts that names consist of. */

export interface RoofTexts {
  /** "TFLOP/s". */
  readonly yUnit: string;
  /** "FLOP/B". */
  readonly xUnit: string;
  readonly slopeUnit: string;
  /** Meaning of a point above the roof. */
  readonly aboveRoof: string;
}

export interface RoofName {
  readonly key: string;
  readonly x: number;
  /** Baseline of the first line. */
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  /** Axes along which the name moves when the view is panned; "none" is fixed. */
  readonly movementAxes: "both" | "x" | "y" | "none";
  /** Distance of the rotated baseline from the sloped line; null for horizontal text. */
  readonly rotatedOffset: number | null;
  readonly style: "line" | "region" | "quiet";
  /** Shown in bold. */
  readonly name: string;
  /** Shown after the name; under it for a region. */
  readonly details: string;
}
