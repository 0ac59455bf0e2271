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

export interface WantedLabel {
  readonly key: string;
  /** Null where only marks are to be shown. */
  readonly text: string | null;
  readonly marks: number;
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
export const markRoom = 15;
/** The widest that a digit of this size is; the letters of units are few. */
const letter = 6.8;
const apart = 3;
/** A wide line that leads aslant leaves room only so far from where it is labelled. */
const farther = [0, 7, 14];

interface Picture {
  readonly direction: FlowDirection;
  readonly width: number;
  readonly height: number;
  /** Services, and what else no label may cover. */
  readonly taken: readonly Box[];
}

/** Among more calls than these a place beside all lines is seldom, and long to look for. */
const mostBesideLines = 60;

export function placeLabels(
  wanted: readonly WantedLabel[],
  picture: Picture,
): ReadonlyMap<string, DrawnLabel> {
  const taken = [...picture.taken];
  const placed = new Map<string, DrawnLabel>();
  const lines = wanted.length > mostBesideLines ? [] : wanted;
  for (const label of wanted.toSorted((a, b) => b.marks - a.marks)) {
    const room = { ...picture, taken };
    const found =
      freePlace(label, room, lines) ??
      freePlace(label, room, []) ??
      freePlace({ ...label, text: null }, room, []);
    if (found === null) continue;
    taken.push(found);
    placed.set(label.key, found);
  }
  return placed;
}

function freePlace(
  label: WantedLabel,
  picture: Picture,
  lines: readonly Pick<WantedLabel, "points" | "lineWidth">[],
): DrawnLabel | null {
  const { text, marks, anchors } = label;
  const width = marks * markRoom + (text ?? "").length * letter;
  if (width === 0) return null;
  for (const anchor of anchors)
    for (const corner of corners(anchor, width, label.lineWidth, picture.direction)) {
      const box = { ...corner, width, height: labelHeight };
      const isFree = isWithin(box, picture) && !picture.taken.some((other) => overlaps(box, other));
      if (isFree && !lines.some((line) => isCrossed(box, line))) return { ...box, text };
    }
  return null;
}

/** Whether a line runs through a label. */
export function isCrossed(
  box: Box,
  { points, lineWidth }: Pick<WantedLabel, "points" | "lineWidth">,
): boolean {
  const half = lineWidth / 2;
  return points.some(({ x, y }) =>
    overlaps(box, { x: x - half, y: y - half, width: lineWidth, height: lineWidth }),
  );
}

/** Above the line and below it, then beside it; where requests go down, beside it first. */
function corners(
  { x, y }: Point,
  width: number,
  lineWidth: number,
  direction: FlowDirection,
): readonly Point[] {
  return farther.flatMap((more) => {
    const beside = lineWidth / 2 + apart + more;
    const over = [-beside - labelHeight, beside].map((dy) => ({ x: x - width / 2, y: y + dy }));
    const aside = [beside + apart, -beside - apart - width].map((dx) => ({
      x: x + dx,
      y: y - labelHeight / 2,
    }));
    return direction === "right" ? [...over, ...aside] : [...aside, ...over];
  });
}

function isWithin({ x, y, width, height }: Box, picture: Picture): boolean {
  return x >= 0 && y >= 0 && x + width <= picture.width && y + height <= picture.height;
}

export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
