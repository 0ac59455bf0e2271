/** Rectangle of a plot, in pixels from its top left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns whether two rectangles overlap. */
export const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Returns the square around a position at a distance of `margin`. */
export const boxAround = (x: number, y: number, margin: number): Box => ({
  left: x - margin,
  right: x + margin,
  top: y - margin,
  bottom: y + margin,
});

/** Width and height in pixels. */
export interface BoxSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the rectangle with this top left corner and size. */
export const boxAt = (left: number, top: number, { width, height }: BoxSize): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/** Returns whether a rectangle is inside a plot of this size. */
export const fitsInsidePlot = ({ left, top, right, bottom }: Box, { width, height }: BoxSize): boolean =>
  left >= 0 && top >= 0 && right <= width && bottom <= height;

/**
 * Possible position of a label: the rectangles that it occupies, and its cost relative to the best position.
 */
export interface PlacementCandidate<T> {
  readonly boxes: readonly Box[];
  readonly cost: number;
  readonly label: T;
  /** Further check, made only if the candidate is free, because it is expensive. Absent if no check is needed. */
  readonly isBlocked?: () => boolean;
}

/**
 * Returns the label position of lowest cost that is inside the plot and overlaps nothing. Undefined if there
 * is none.
 */
export function findCheapestFreeCandidate<T>(
  candidates: readonly PlacementCandidate<T>[],
  occupiedBoxes: readonly Box[],
  plotSize: BoxSize,
): PlacementCandidate<T> | undefined {
  return candidates
    .toSorted((a, b) => a.cost - b.cost)
    .find(
      ({ boxes, isBlocked }) =>
        boxes.every(
          (box) => fitsInsidePlot(box, plotSize) && !occupiedBoxes.some((other) => overlaps(other, box)),
        ) && isBlocked?.() !== true,
    );
}

/**
 * Estimated letter widths before text is rendered: at 11 px (detail), 12 px (name), and 13 px bold (region).
 */
export const letterWidthPx = { detail: 6, name: 6.9, region: 8.4 } as const;
