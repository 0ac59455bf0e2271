/**
 * Areas of a roofline plot that names must not overlap: lines of the roof, points with whiskers, links between
 * points, and trails.
 */
import { boxAround, fitsInsidePlot, type Box } from "@/components/charts/prepare/plot-boxes";
import {
  findUsedCeiling,
  type ComparedRoof,
  type PlotPoint,
  type PlotRoof,
  type PlotTrail,
} from "./roof-plot";
import { toX, toY, type PlotSize, type RoofView } from "./roof-view";

/** Visible range of the axes, and the size of the plot area in pixels. */
export interface PlotViewport {
  readonly view: RoofView;
  readonly size: PlotSize;
}

/** Rectangles that a further label must not overlap: drawn shapes, and labels with a position. */
export interface OccupiedBoxes {
  readonly drawnBoxes: readonly Box[];
  readonly nameBoxes: Box[];
}

/** More boxes do not describe a trail better. */
const maxTrailPoints = 60;
const lineStep = 4;
/** Distance to each side. Whiskers have extra space, so that a name is not read as a part of them. */
const reach = { solid: 2, dashed: 1, trailPoint: 3, mark: 7, whisker: 4, link: 2 } as const;

interface DrawnShapes {
  readonly points: readonly PlotPoint[];
  readonly trails: readonly PlotTrail[];
  readonly comparedRoof?: ComparedRoof | null;
}

/** Returns the rectangles of all drawn shapes of a roofline plot. */
export function findObstacles(
  roof: PlotRoof,
  { points, trails, comparedRoof = null }: DrawnShapes,
  viewport: PlotViewport,
): readonly Box[] {
  return [
    ...roofLines(roof, viewport),
    ...(comparedRoof === null ? [] : listComparedRoofLines(comparedRoof, viewport)),
    ...points.map((point) => markOf(point, viewport)),
    ...points.flatMap((point) => whiskersOf(point, viewport)),
    ...points.flatMap((point) => linkOf(point, points, viewport)),
    ...trails.flatMap((trail) => trailBoxes(trail, viewport)),
  ];
}

function roofLines(roof: PlotRoof, { view, size }: PlotViewport): readonly Box[] {
  const boxes: Box[] = [];
  const highest = Math.max(...roof.ceilings.flatMap(({ peak, measuredPeak }) => [peak, measuredPeak ?? 0]));
  const put = (x: number, value: number | null, by: number): void => {
    if (value !== null && value <= highest) boxes.push(boxAround(x, toY(view, size, value), by));
  };
  for (let x = 0; x <= size.width; x += lineStep) {
    const value = 10 ** (view.logMinX + x / view.pixelsPerDecade);
    put(x, roof.slope * value, reach.solid);
    put(x, roof.measuredSlope === null ? null : roof.measuredSlope * value, reach.dashed);
    for (const { peak, measuredPeak } of roof.ceilings) {
      if (roof.slope * value >= peak) put(x, peak, reach.solid);
      if (roof.slope * value >= (measuredPeak ?? Infinity)) put(x, measuredPeak, reach.dashed);
    }
  }
  for (const { peak } of roof.ceilings)
    boxes.push(boxAround(toX(view, peak / roof.slope), toY(view, size, peak), reach.mark));
  return boxes;
}

/** The bandwidth and the used ceiling of the other accelerator. */
function listComparedRoofLines({ roof }: ComparedRoof, { view, size }: PlotViewport): readonly Box[] {
  const peak = findUsedCeiling(roof)?.peak ?? Infinity;
  const boxes: Box[] = [];
  for (let x = 0; x <= size.width; x += lineStep) {
    const allowed = Math.min(peak, roof.slope * 10 ** (view.logMinX + x / view.pixelsPerDecade));
    boxes.push(boxAround(x, toY(view, size, allowed), reach.dashed));
  }
  return boxes;
}

const markOf = ({ x, y }: PlotPoint, { view, size }: PlotViewport): Box =>
  boxAround(toX(view, x), toY(view, size, y), reach.mark);

/** Error bars of a point. Empty if there are none. */
function whiskersOf(point: PlotPoint, on: PlotViewport): readonly Box[] {
  const { xErrorRange, yErrorRange } = point;
  const mark = markOf(point, on);
  const [left, right] = (xErrorRange === null ? [] : [xErrorRange.min, xErrorRange.max]).map((end) =>
    toX(on.view, end),
  );
  const [bottom, top] = (yErrorRange === null ? [] : [yErrorRange.min, yErrorRange.max]).map((end) =>
    toY(on.view, on.size, end),
  );
  return [
    ...(left === undefined || right === undefined
      ? []
      : [{ ...mark, left: left - reach.whisker, right: right + reach.whisker }]),
    ...(top === undefined || bottom === undefined ? [] : [{ ...mark, top, bottom }]),
  ];
}

/** The line to the related point, as far as it is visible. */
function linkOf(
  point: PlotPoint,
  points: readonly PlotPoint[],
  { view, size }: PlotViewport,
): readonly Box[] {
  const from = points.find(({ key }) => key === point.relatedPointKey);
  if (from === undefined) return [];
  const [x, y] = [toX(view, point.x), toY(view, size, point.y)];
  const [dx, dy] = [toX(view, from.x) - x, toY(view, size, from.y) - y];
  const steps = Math.ceil(Math.hypot(dx, dy) / lineStep);
  const boxes = Array.from({ length: steps }, (_, step) =>
    boxAround(x + (dx * step) / steps, y + (dy * step) / steps, reach.link),
  );
  return boxes.filter((box) => fitsInsidePlot(box, size));
}

function trailBoxes({ x, y }: PlotTrail, { view, size }: PlotViewport): readonly Box[] {
  const every = Math.max(1, Math.ceil(x.length / maxTrailPoints));
  const boxes: Box[] = [];
  for (let index = 0; index < x.length; index += every)
    boxes.push(boxAround(toX(view, x[index] ?? 1), toY(view, size, y[index] ?? 1), reach.trailPoint));
  return boxes;
}
