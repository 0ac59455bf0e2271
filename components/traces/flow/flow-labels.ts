/**
 * Where the labels of calls stand: beside their line, over no service, over no other label and within the picture. A call
 * that fails or got slower is given its place first. One for which there is no place has none, and is counted.
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

interface Picture {
  readonly direction: FlowDirection;
  readonly width: number;
  readonly height: number;
  /** Services, and what else no label may cover. */
  readonly taken: readonly Box[];
}

export function placeLabels(
  wanted: readonly WantedLabel[],
  picture: Picture,
): ReadonlyMap<string, DrawnLabel> {
  const taken = [...picture.taken];
  const placed = new Map<string, DrawnLabel>();
  for (const label of wanted.toSorted((a, b) => b.marks - a.marks)) {
    const found =
      freePlace(label, { ...picture, taken }) ?? freePlace({ ...label, text: null }, { ...picture, taken });
    if (found === null) continue;
    taken.push(found);
    placed.set(label.key, found);
  }
  return placed;
}

function freePlace(label: WantedLabel, picture: Picture): DrawnLabel | null {
  const { text, marks, anchors } = label;
  const width = marks * markRoom + (text ?? "").length * letter;
  if (width === 0) return null;
  for (const anchor of anchors)
    for (const corner of corners(anchor, width, label.lineWidth, picture.direction)) {
      const box = { ...corner, width, height: labelHeight };
      if (isWithin(box, picture) && !picture.taken.some((other) => overlaps(box, other)))
        return { ...box, text };
    }
  return null;
}

/** Above the line and below it; where requests go down, to the right of it and to the left. */
function corners(
  { x, y }: Point,
  width: number,
  lineWidth: number,
  direction: FlowDirection,
): readonly Point[] {
  const beside = lineWidth / 2 + apart;
  if (direction === "right")
    return [-beside - labelHeight, beside].map((dy) => ({ x: x - width / 2, y: y + dy }));
  return [beside + apart, -beside - apart - width].map((dx) => ({ x: x + dx, y: y - labelHeight / 2 }));
}

function isWithin({ x, y, width, height }: Box, picture: Picture): boolean {
  return x >= 0 && y >= 0 && x + width <= picture.width && y + height <= picture.height;
}

export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
