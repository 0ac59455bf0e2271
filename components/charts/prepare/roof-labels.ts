/**
 * Where the names of points stand: beside their point, where no other name, no mark, no line and no slice of a trail is. A name that has
 * to stand further off, or as near to another point, is tied to its own by a line; one that finds no place is left out, and legend and
 * table still say it.
 */
import {
  boxAround,
  boxAt,
  findCheapestFree,
  letterWidth,
  overlaps,
  type Box,
  type BoxSize,
  type Candidate,
} from "./plot-boxes";
import { isNearestTo, crossesObstacle, type Spot } from "./roof-nearness";
import type { PlotViewport, LabelSpace } from "./roof-obstacles";
import type { PlotPoint } from "./roof-plot";
import { toX, toY } from "./roof-view";

export interface PointLabel {
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
const edgeOffset = 16;

/** How far off names may stand; what belongs to another point, and what the legend tells, only beside its own. */
const gaps = [12, 22, 36, 54, 76, 100] as const;
const nearGaps = [10, 18] as const;
/** A name that is nearer than this needs no line, and has no room for one. */
const nearest = 20;
/** What a name without its lines is worse by, one that stands as near to another point, and one across a dotted line: where there is no other. */
const costs = { short: 60, shared: 10, across: 300 } as const;

interface LabelObstacles extends LabelSpace {
  /** What a name may cross where it has no other place: the ridge's drop. */
  readonly avoidable: readonly Box[];
}

/** In the order of the points. */
export function layOutPointLabels(
  points: readonly PlotPoint[],
  { drawn, names, avoidable }: LabelObstacles,
  on: PlotViewport,
): readonly PointLabel[] {
  return points.flatMap((point) => {
    if (!point.isNamed) return [];
    const otherPoints = points.filter((other) => other !== point && other.shape !== "none");
    const spots = otherPoints.map((other) => spotOf(other, on));
    const candidates = candidatesOf(point, { avoidable, names, otherPoints: spots }, on);
    const found = findCheapestFree(candidates, [...drawn, ...names], on.size);
    if (found === undefined) return [];
    names.push(...found.boxes);
    return [found.value];
  });
}

const spotOf = ({ x, y }: PlotPoint, { view, size }: PlotViewport): Spot => ({
  x: toX(view, x),
  y: toY(view, size, y),
});

interface LabelNeighbours extends Pick<LabelObstacles, "avoidable"> {
  readonly names: readonly Box[];
  /** Where marks of other points are. */
  readonly otherPoints: readonly Spot[];
}

function candidatesOf(
  point: PlotPoint,
  { avoidable, names, otherPoints }: LabelNeighbours,
  on: PlotViewport,
): readonly Candidate<PointLabel>[] {
  const at = spotOf(point, on);
  const variants = point.lines.length === 0 ? [[]] : [point.lines, []];
  const isTied = point.style !== "hollow";
  return variants.flatMap((lines, short) => {
    const size = sizeOf(point.name, lines);
    return (isTied ? gaps : nearGaps).flatMap((gap) =>
      positionsAt(gap, size).flatMap(({ dx, dy, anchor, cost }) => {
        const box = boxAt(at.x + dx - size.width * shares[anchor], at.y + dy - labelLead / 2, size);
        const leader = gap > nearest ? leaderTo(box, at) : null;
        const isNearest = isNearestTo(at, box, otherPoints);
        if (leader === null && !isNearest) return [];
        const crossesAvoidable = avoidable.some((line) => overlaps(line, box));
        const penalties = [
          short * costs.short,
          isNearest ? 0 : costs.shared,
          crossesAvoidable ? costs.across : 0,
        ];
        return {
          boxes: [box, ...leaderBoxes(leader, at)],
          cost: penalties.reduce((sum, one) => sum + one, gap + cost),
          value: { key: point.key, dx, dy, anchor, lines, leader },
          isBlocked: () => leader !== null && crossesObstacle(at, leader, { otherPoints, names }),
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

type LabelPosition = Pick<PointLabel, "dx" | "dy" | "anchor"> & { readonly cost: number };

/** Around a point at a distance. Below and to the right first: the roof is above and to the left. */
function positionsAt(gap: number, { height }: BoxSize): readonly LabelPosition[] {
  const half = labelLead / 2;
  const slant = gap * 0.75;
  const [middle, last] = [half - height / 2, labelLead - height];
  return [
    { dx: gap, dy: 0, anchor: "start", cost: 0 },
    { dx: slant, dy: slant + half, anchor: "start", cost: 0 },
    { dx: gap, dy: gap / 2 + half, anchor: "start", cost: 1 },
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
    { dx: edgeOffset, dy: gap + half, anchor: "end", cost: 8 },
    { dx: -edgeOffset, dy: gap + half, anchor: "start", cost: 8 },
    { dx: edgeOffset, dy: half - height - gap, anchor: "end", cost: 10 },
    { dx: -edgeOffset, dy: half - height - gap, anchor: "start", cost: 10 },
  ];
}

type Leader = PointLabel["leader"];

/** Of a line that ties a name, the half at the name: where it begins, its own point's whiskers and trail are. */
function leaderBoxes(leader: Leader, { x, y }: Spot): readonly Box[] {
  return leader === null ? [] : [0.6, 0.85].map((at) => boxAround(x + leader.dx * at, y + leader.dy * at, 1));
}

/** The place of a name that is nearest to its point, a hair before it. */
function leaderTo({ left, right, top, bottom }: Box, { x, y }: Spot) {
  const between = (min: number, value: number, max: number): number => Math.min(max, Math.max(min, value));
  return { dx: between(left - 2, x, right + 2) - x, dy: between(top, y, bottom) - y };
}
