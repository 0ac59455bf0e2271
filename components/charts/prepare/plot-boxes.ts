/** Rectangles of a plot in pixels: what is taken, and the best place that is free. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

export const boxAround = (x: number, y: number, by: number): Box => ({
  left: x - by,
  right: x + by,
  top: y - by,
  bottom: y + by,
});

export interface BoxSize {
  readonly width: number;
  readonly height: number;
}

export const boxAt = (left: number, top: number, { width, height }: BoxSize): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

export const isInside = ({ left, top, right, bottom }: Box, { width, height }: BoxSize): boolean =>
  left >= 0 && top >= 0 && right <= width && bottom <= height;

/** What could be drawn where: the boxes it takes, and how much worse that is than the best place. */
export interface Candidate<T> {
  readonly boxes: readonly Box[];
  readonly cost: number;
  readonly value: T;
  /** What else speaks against it; asked only of what is free, since it costs more to know. */
  readonly isBlocked?: () => boolean;
}

/** The cheapest that is wholly inside and meets nothing; undefined where there is none. */
export function findCheapestFree<T>(
  candidates: readonly Candidate<T>[],
  taken: readonly Box[],
  size: BoxSize,
): Candidate<T> | undefined {
  return candidates
    .toSorted((a, b) => a.cost - b.cost)
    .find(
      ({ boxes, isBlocked }) =>
        boxes.every((box) => isInside(box, size) && !taken.some((other) => overlaps(other, box))) &&
        isBlocked?.() !== true,
    );
}

/** Of text that is measured before it is on the page: pixels a letter at 11 px, and at 12 and 13 px and bold. */
export const letterWidth = { detail: 6, name: 6.9, region: 8.4 } as const;
