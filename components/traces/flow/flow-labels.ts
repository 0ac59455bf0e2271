/**
 * Positions the labels of calls next to their lines. A label never covers a service or another label and, if
 * possible, no line. Calls that fail or became slower are placed first. Labels without a free position are dropped
 * and counted.
 */
import type { FlowDirection, Point } from "./flow-lines";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LabelRequest {
  readonly key: string;
  /** Null to show only markers. */
  readonly text: string | null;
  readonly markerCount: number;
  /** Width of the line that the label belongs to. */
  readonly lineWidth: number;
  readonly anchors: readonly Point[];
  readonly points: readonly Point[];
}

export interface DrawnLabel extends Box {
  /** Null if only the markers fit. */
  readonly text: string | null;
}

const labelHeight = 14;
/** Width of a marker and the space after it. */
export const markerWidth = 15;
/** Width of the widest digit at this font size. Units have few letters. */
const characterWidth = 6.8;
const labelGap = 3;
/** A wide diagonal line leaves free space only at some distance from its label position. */
const extraDistances = [0, 7, 14];

interface LabelArea {
  readonly direction: FlowDirection;
  readonly width: number;
  readonly height: number;
  /** Boxes of services and other elements that no label may cover. */
  readonly occupied: readonly Box[];
}

/** With more lines, positions that avoid all lines are rare and slow to find. */
const maxLinesAvoided = 60;

export function layoutLabels(
  requests: readonly LabelRequest[],
  picture: LabelArea,
): ReadonlyMap<string, DrawnLabel> {
  const occupied = [...picture.occupied];
  const positioned = new Map<string, DrawnLabel>();
  const lines = requests.length > maxLinesAvoided ? [] : requests;
  for (const label of requests.toSorted((a, b) => b.markerCount - a.markerCount)) {
    const area = { ...picture, occupied };
    const found =
      findFreeBox(label, area, lines) ??
      findFreeBox(label, area, []) ??
      findFreeBox({ ...label, text: null }, area, []);
    if (found === null) continue;
    occupied.push(found);
    positioned.set(label.key, found);
  }
  return positioned;
}

function findFreeBox(
  label: LabelRequest,
  picture: LabelArea,
  lines: readonly Pick<LabelRequest, "points" | "lineWidth">[],
): DrawnLabel | null {
  const { text, markerCount, anchors } = label;
  const width = markerCount * markerWidth + (text ?? "").length * characterWidth;
  if (width === 0) return null;
  for (const anchor of anchors)
    for (const corner of cornersNear(anchor, width, label.lineWidth, picture.direction)) {
      const box = { ...corner, width, height: labelHeight };
      const isFree = isWithin(box, picture) && !picture.occupied.some((other) => overlaps(box, other));
      if (isFree && !lines.some((line) => isCrossed(box, line))) return { ...box, text };
    }
  return null;
}

/** Returns whether a line crosses a label. */
export function isCrossed(
  box: Box,
  { points, lineWidth }: Pick<LabelRequest, "points" | "lineWidth">,
): boolean {
  const half = lineWidth / 2;
  return points.some(({ x, y }) =>
    overlaps(box, { x: x - half, y: y - half, width: lineWidth, height: lineWidth }),
  );
}

/** Returns positions above, below, left and right of the line. If requests flow down, left and right come first. */
function cornersNear(
  { x, y }: Point,
  width: number,
  lineWidth: number,
  direction: FlowDirection,
): readonly Point[] {
  return extraDistances.flatMap((more) => {
    const offset = lineWidth / 2 + labelGap + more;
    const aboveAndBelow = [-offset - labelHeight, offset].map((dy) => ({ x: x - width / 2, y: y + dy }));
    const leftAndRight = [offset + labelGap, -offset - labelGap - width].map((dx) => ({
      x: x + dx,
      y: y - labelHeight / 2,
    }));
    return direction === "right" ? [...aboveAndBelow, ...leftAndRight] : [...leftAndRight, ...aboveAndBelow];
  });
}

function isWithin({ x, y, width, height }: Box, picture: LabelArea): boolean {
  return x >= 0 && y >= 0 && x + width <= picture.width && y + height <= picture.height;
}

export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
