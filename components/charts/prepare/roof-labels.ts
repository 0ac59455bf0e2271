/**
 * Where the names of points stand: as near to their point as no other name, no mark, no line and no slice of a trail is. A name that has
 * to stand further off is tied to its point by a line; one that finds no place is left out, and legend and table still say it.
 */
import {
  around,
  boxAt,
  cheapestFree,
  letterWidth,
  meets,
  type Box,
  type BoxSize,
  type Candidate,
} from "./plot-boxes";
import type { Placing } from "./roof-obstacles";
import type { PlotPoint } from "./roof-plot";
import { toX, toY } from "./roof-view";

export interface PlacedLabel {
  readonly key: string;
  /** From the point to the middle of the first line. */
  readonly dx: number;
  readonly dy: number;
  readonly anchor: "start" | "middle" | "end";
  /** Below the name; none where there is room for the name alone. */
  readonly lines: readonly string[];
  /** From the point to where the line that ties the name ends; null where it stands beside its point. */
  readonly leader: { readonly dx: number; readonly dy: number } | null;
}

export const labelLead = 15;

/** Near an edge a name above or below begins or ends this far beyond its point. */
const aside = 16;

/** How far off names may stand; what belongs to another point, and what the legend tells, only beside its own. */
const gaps = [12, 22, 36, 54, 76, 100] as const;
const gapsBeside = [10, 18] as const;
/** Nobody takes a name that is nearer than this for another point's. */
const nearest = 20;
/** What a name without its lines, and one across a dotted line, is worse by. */
const costs = { short: 60, across: 14 } as const;

interface Around {
  /** Has the names too afterwards. */
  readonly taken: Box[];
  /** What a name may cross, but better does not: the ridge's drop, and what joins points. */
  readonly crossed: readonly Box[];
}

/** In the order of the points. */
export function placeLabels(
  points: readonly PlotPoint[],
  { taken, crossed }: Around,
  on: Placing,
): readonly PlacedLabel[] {
  return points.flatMap((point) => {
    if (!point.isNamed) return [];
    const found = cheapestFree(candidatesOf(point, crossed, on), taken, on.size);
    if (found === undefined) return [];
    taken.push(...found.boxes);
    return [found.value];
  });
}

function candidatesOf(
  point: PlotPoint,
  crossed: readonly Box[],
  on: Placing,
): readonly Candidate<PlacedLabel>[] {
  const at = { x: toX(on.view, point.x), y: toY(on.view, on.size, point.y) };
  const variants = point.lines.length === 0 ? [[]] : [point.lines, []];
  const isTied = point.look !== "hollow";
  return variants.flatMap((lines, short) => {
    const size = sizeOf(point.name, lines);
    return (isTied ? gaps : gapsBeside).flatMap((gap) =>
      placesAt(gap, size).map(({ dx, dy, anchor, cost }) => {
        const box = boxAt(at.x + dx - size.width * shares[anchor], at.y + dy - labelLead / 2, size);
        const isAcross = crossed.some((line) => meets(line, box));
        const leader = gap > nearest ? leaderTo(box, at) : null;
        return {
          boxes: [box, ...leaderBoxes(leader, at)],
          cost: gap + cost + short * costs.short + (isAcross ? costs.across : 0),
          value: { key: point.key, dx, dy, anchor, lines, leader },
        };
      }),
    );
  });
}

/** Of its width, what is left of where it is anchored. */
const shares = { start: 0, middle: 0.5, end: 1 } as const;

function sizeOf(name: string, lines: readonly string[]): BoxSize {
  return {
    width: Math.max(name.length * letterWidth.name, ...lines.map((line) => line.length * letterWidth.detail)),
    height: (1 + lines.length) * labelLead,
  };
}

type Place = Pick<PlacedLabel, "dx" | "dy" | "anchor"> & { readonly cost: number };

/** Around a point at a distance. Below and to the right first: the roof is above and to the left. */
function placesAt(gap: number, { height }: BoxSize): readonly Place[] {
  const half = labelLead / 2;
  const slant = gap * 0.75;
  const [middle, last] = [half - height / 2, labelLead - height];
  return [
    { dx: gap, dy: 0, anchor: "start", cost: 0 },
    { dx: slant, dy: slant + half, anchor: "start", cost: 0 },
    { dx: gap, dy: middle, anchor: "start", cost: 1 },
    { dx: gap, dy: last, anchor: "start", cost: 2 },
    { dx: 0, dy: gap + half, anchor: "middle", cost: 3 },
    { dx: -slant, dy: slant + half, anchor: "end", cost: 4 },
    { dx: -gap, dy: 0, anchor: "end", cost: 4 },
    { dx: -gap, dy: middle, anchor: "end", cost: 5 },
    { dx: -gap, dy: last, anchor: "end", cost: 6 },
    { dx: slant, dy: half - height - slant, anchor: "start", cost: 6 },
    { dx: 0, dy: half - height - gap, anchor: "middle", cost: 8 },
    { dx: -slant, dy: half - height - slant, anchor: "end", cost: 8 },
    { dx: aside, dy: gap + half, anchor: "end", cost: 8 },
    { dx: -aside, dy: gap + half, anchor: "start", cost: 8 },
    { dx: aside, dy: half - height - gap, anchor: "end", cost: 10 },
    { dx: -aside, dy: half - height - gap, anchor: "start", cost: 10 },
  ];
}

type Leader = PlacedLabel["leader"];

/** Of a line that ties a name, the half at the name: where it begins, its own point's whiskers and trail are. */
function leaderBoxes(leader: Leader, { x, y }: { readonly x: number; readonly y: number }): readonly Box[] {
  return leader === null ? [] : [0.6, 0.85].map((at) => around(x + leader.dx * at, y + leader.dy * at, 1));
}

/** The place of a name that is nearest to its point, a hair before it. */
function leaderTo({ left, right, top, bottom }: Box, { x, y }: { readonly x: number; readonly y: number }) {
  const between = (least: number, value: number, most: number): number =>
    Math.min(most, Math.max(least, value));
  return { dx: between(left - 2, x, right + 2) - x, dy: between(top, y, bottom) - y };
}
