/**
 * Where the labels of calls stand: beside their line, over no service, over no other label and within the picture, and over no line
 * where that can be. A call that fails or got slower is given its place first. One for which there is no place has none, and is counted.
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
  /** Null where only marks are to be shown. */
  readonly text: string | null;
  readonly markerCount: number;
  /** Of its line, which it stands beside. */
  readonly lineWidth: number;
  readonly anchors: readonly Point[];
  readonly points: readonly Point[];
}

export interface DrawnLabel extends Box {
  /** Null where there is room for the marks alone. */
  readonly text: string | null;
}

export const labelHeight = 14;
/** A mark with the space after it. */
export const markerWidth = 15;
/** The widest that a digit of this size is; the letters of units are few. */
const characterWidth = 6.8;
const labelGap = 3;
/** A wide line that leads aslant leaves room only so far from where it is labelled. */
const extraDistances = [0, 7, 14];

interface LabelArea {
  readonly direction: FlowDirection;
  readonly width: number;
  readonly height: number;
  /** Services, and what else no label may cover. */
  readonly occupied: readonly Box[];
}

/** Among more calls than these a place beside all lines is seldom, and long to look for. */
const maxLinesAvoided = 60;

export function layoutLabels(
  requests: readonly LabelRequest[],
  picture: LabelArea,
): ReadonlyMap<string, DrawnLabel> {
  const occupied = [...picture.occupied];
  const positioned = new Map<string, DrawnLabel>();
  const lines = requests.length > maxLinesAvoided ? [] : requests;
  for (const label of requests.toSorted((a, b) => b.markerCount - a.markerCount)) {
    const area = { ...picture, taken: occupied };
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

/** Whether a line runs through a label. */
export function isCrossed(
  box: Box,
  { points, lineWidth }: Pick<LabelRequest, "points" | "lineWidth">,
): boolean {
  const half = lineWidth / 2;
  return points.some(({ x, y }) =>
    overlaps(box, { x: x - half, y: y - half, width: lineWidth, height: lineWidth }),
  );
}

/** Above the line and below it, then beside it; where requests go down, beside it first. */
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
