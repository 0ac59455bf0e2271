/**
 * Lays out the names of points next to their points, without overlapping names, points, lines and trails. A name that
 * is farther away, or equally close to another point, gets a leader line. A name without a free position is omitted;
 * legend and table still show it.
 */
import {
  boxAround,
  boxAt,
  findCheapestFreeCandidate,
  letterWidthPx,
  overlaps,
  type Box,
  type BoxSize,
  type PlacementCandidate,
} from "@/components/charts/prepare/plot-boxes";
import { isNearestTo, crossesObstacle, type PixelPosition } from "./roof-nearness";
import type { PlotViewport, OccupiedBoxes } from "./roof-obstacles";
import type { PlotPoint } from "./roof-plot";
import { toX, toY } from "./roof-view";

/** Label of an operating point and its position relative to the point. */
export interface PointLabel {
  readonly key: string;
  /** Offset in pixels from the point to the middle of the first line. */
  readonly dx: number;
  readonly dy: number;
  readonly anchor: "start" | "middle" | "end";
  /** Text lines under the name. Empty if only the name fits. */
  readonly detailLines: readonly string[];
  /** Offset from the point to the end of the leader line. Null if the name is next to its point. */
  readonly leaderLine: { readonly dx: number; readonly dy: number } | null;
}

/** Distance of two lines of a label in pixels. */
export const lineSpacingPx = 15;

/** Near an edge, names above or below a point are shifted by this distance. */
const edgeOffset = 16;

/**
 * Distances of names from their point. Points explained by the legend and points of another point use near positions
 * only.
 */
const gaps = [12, 22, 36, 54, 76, 100] as const;
const nearGaps = [10, 18] as const;
/** A name closer than this needs no leader line. */
const nearest = 20;
/**
 * Costs of a name without its lines, of a name equally close to another point, and of a name across a dotted line.
 */
const costs = { short: 60, shared: 10, across: 300 } as const;

interface LabelObstacles extends OccupiedBoxes {
  /** Boxes that a name may cross if there is no other position: the vertical line under the ridge. */
  readonly avoidableBoxes: readonly Box[];
}

/**
 * Computes the labels of the operating points. Leaves out labels for which there is no space. The labels have the
 * order of the points.
 */
export function layOutPointLabels(
  points: readonly PlotPoint[],
  { drawnBoxes, nameBoxes, avoidableBoxes }: LabelObstacles,
  viewport: PlotViewport,
): readonly PointLabel[] {
  return points.flatMap((point) => {
    if (!point.isNameShown) return [];
    const otherPoints = points.filter((other) => other !== point && other.shape !== "none");
    const spots = otherPoints.map((other) => spotOf(other, viewport));
    const candidates = candidatesOf(point, { avoidableBoxes, nameBoxes, otherPoints: spots }, viewport);
    const found = findCheapestFreeCandidate(candidates, [...drawnBoxes, ...nameBoxes], viewport.size);
    if (found === undefined) return [];
    nameBoxes.push(...found.boxes);
    return [found.label];
  });
}

const spotOf = ({ x, y }: PlotPoint, { view, size }: PlotViewport): PixelPosition => ({
  x: toX(view, x),
  y: toY(view, size, y),
});

interface LabelNeighbours extends Pick<LabelObstacles, "avoidableBoxes"> {
  readonly nameBoxes: readonly Box[];
  /** Positions of other points. */
  readonly otherPoints: readonly PixelPosition[];
}

function candidatesOf(
  point: PlotPoint,
  { avoidableBoxes, nameBoxes, otherPoints }: LabelNeighbours,
  on: PlotViewport,
): readonly PlacementCandidate<PointLabel>[] {
  const at = spotOf(point, on);
  const variants = point.labelLines.length === 0 ? [[]] : [point.labelLines, []];
  const isTied = point.style !== "hollow";
  return variants.flatMap((lines, short) => {
    const size = sizeOf(point.name, lines);
    return (isTied ? gaps : nearGaps).flatMap((gap) =>
      positionsAt(gap, size).flatMap(({ dx, dy, anchor, cost }) => {
        const box = boxAt(at.x + dx - size.width * shares[anchor], at.y + dy - lineSpacingPx / 2, size);
        const leader = gap > nearest ? leaderTo(box, at) : null;
        const isNearest = isNearestTo(at, box, otherPoints);
        if (leader === null && !isNearest) return [];
        const crossesAvoidable = avoidableBoxes.some((line) => overlaps(line, box));
        const penalties = [
          short * costs.short,
          isNearest ? 0 : costs.shared,
          crossesAvoidable ? costs.across : 0,
        ];
        return {
          boxes: [box, ...leaderBoxes(leader, at)],
          cost: penalties.reduce((sum, one) => sum + one, gap + cost),
          label: { key: point.key, dx, dy, anchor, detailLines: lines, leaderLine: leader },
          isBlocked: () => leader !== null && crossesObstacle(at, leader, { otherPoints, names: nameBoxes }),
        };
      }),
    );
  });
}

/** Share of the width to the left of the anchor. */
const shares = { start: 0, middle: 0.5, end: 1 } as const;

function sizeOf(name: string, lines: readonly string[]): BoxSize {
  return {
    width: Math.max(
      name.length * letterWidthPx.name,
      ...lines.map((line) => line.length * letterWidthPx.detail),
    ),
    height: (1 + lines.length) * lineSpacingPx,
  };
}

type LabelPosition = Pick<PointLabel, "dx" | "dy" | "anchor"> & { readonly cost: number };

/**
 * Returns positions around a point at a distance, starting below and to the right, because the roof is above and to
 * the left.
 */
function positionsAt(gap: number, { height }: BoxSize): readonly LabelPosition[] {
  const half = lineSpacingPx / 2;
  const slant = gap * 0.75;
  const [middle, last] = [half - height / 2, lineSpacingPx - height];
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

type Leader = PointLabel["leaderLine"];

/**
 * Returns boxes on the half of a leader line that is near the name. The half near the point has no boxes, because the
 * whiskers and the trail of the point would overlap them.
 */
function leaderBoxes(leader: Leader, { x, y }: PixelPosition): readonly Box[] {
  return leader === null ? [] : [0.6, 0.85].map((at) => boxAround(x + leader.dx * at, y + leader.dy * at, 1));
}

/** Returns the end of the leader line: the position of the name closest to its point. */
function leaderTo({ left, right, top, bottom }: Box, { x, y }: PixelPosition) {
  const between = (min: number, value: number, max: number): number => Math.min(max, Math.max(min, value));
  return { dx: between(left - 2, x, right + 2) - x, dy: between(top, y, bottom) - y };
}
