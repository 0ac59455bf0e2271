/** Where the names of points stand: beside their point, at the first of a few places where no other name and no point is. */
import type { PlotPoint, PlotRoof, PlotTrail } from "./roof-plot";
import { toX, toY, type PlotSize, type RoofView } from "./roof-view";

export interface PlacedLabel {
  readonly key: string;
  /** From the point. */
  readonly dx: number;
  readonly dy: number;
  readonly anchor: "start" | "end";
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Of 11 px type; a label is measured before it is on the page. */
const letter = 6.1;
export const labelLead = 15;
const gap = 14;

const meets = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** What labels must not lie on beside points: lines of the roof and slices of trails, as places in pixels. */
export type Obstacle = readonly [x: number, y: number];

/** In the order of the points; one that finds no place has no label, and its words still say all. */
export function placeLabels(
  points: readonly PlotPoint[],
  obstacles: readonly Obstacle[],
  { view, size }: { readonly view: RoofView; readonly size: PlotSize },
): readonly PlacedLabel[] {
  const taken: Box[] = [
    ...points.map((point) => around(toX(view, point.x), toY(view, size, point.y), 6)),
    ...obstacles.map(([x, y]) => around(x, y, 3)),
  ];
  const labels: PlacedLabel[] = [];
  for (const point of points) {
    if (!point.isNamed) continue;
    const [x, y] = [toX(view, point.x), toY(view, size, point.y)];
    const width = Math.max(...[point.name, ...point.lines].map((line) => line.length)) * letter;
    const height = (1 + point.lines.length) * labelLead;
    const free = placesOf(height).find((place) => {
      const box = boxOf(x, y, place, { width, height });
      const isInside = box.left >= 0 && box.right <= size.width && box.top >= 0 && box.bottom <= size.height;
      return isInside && !taken.some((other) => meets(other, box));
    });
    if (free === undefined) continue;
    taken.push(boxOf(x, y, free, { width, height }));
    labels.push({ key: point.key, ...free });
  }
  return labels;
}

type Place = Omit<PlacedLabel, "key">;

/** More slices than these say nothing new of where a trail is. */
const mostSlices = 60;
const lineStep = 10;

/** The lines of the roof and the trails, point by point. */
export function obstaclesOf(
  roof: PlotRoof,
  trails: readonly PlotTrail[],
  { view, size }: { readonly view: RoofView; readonly size: PlotSize },
): readonly Obstacle[] {
  const places: Obstacle[] = [];
  const peaks = roof.ceilings.flatMap(({ peak, measured }) =>
    measured === null ? [peak] : [peak, measured],
  );
  const highest = Math.max(...peaks);
  for (let x = 0; x <= size.width; x += lineStep) {
    const value = 10 ** (view.left + x / view.pixelsPerDecade);
    for (const slope of [roof.slope, roof.measuredSlope])
      if (slope !== null && slope * value <= highest) places.push([x, toY(view, size, slope * value)]);
    for (const peak of peaks) if (roof.slope * value >= peak) places.push([x, toY(view, size, peak)]);
  }
  for (const { x, y } of trails) {
    const every = Math.max(1, Math.ceil(x.length / mostSlices));
    for (let index = 0; index < x.length; index += every)
      places.push([toX(view, x[index] ?? 1), toY(view, size, y[index] ?? 1)]);
  }
  return [...places, ...regionPlaces(roof, { view, size })];
}

/** What the names of the regions take up at the foot of the plane, on either side of the ridge. */
const regionName = { width: 112, height: 34, gap: 12 } as const;

function regionPlaces(
  roof: PlotRoof,
  { view, size }: { readonly view: RoofView; readonly size: PlotSize },
): readonly Obstacle[] {
  const used = roof.ceilings.find(({ isUsed }) => isUsed) ?? roof.ceilings.at(-1);
  if (used === undefined) return [];
  const ridgeX = toX(view, used.peak / roof.slope);
  const places: Obstacle[] = [];
  for (let y = size.height - regionName.height; y <= size.height; y += lineStep)
    for (let off: number = regionName.gap; off <= regionName.width; off += lineStep)
      places.push([ridgeX - off, y], [ridgeX + off, y]);
  return places;
}

/** Below and to the right first: the roof is above and to the left. */
function placesOf(height: number): readonly Place[] {
  return [gap / 2, gap * 2, -height / 2, gap * 4, -height - gap].flatMap((dy) => [
    { dx: gap, dy: dy + labelLead / 2, anchor: "start" as const },
    { dx: -gap, dy: dy + labelLead / 2, anchor: "end" as const },
  ]);
}

function boxOf(
  x: number,
  y: number,
  place: Place,
  { width, height }: { width: number; height: number },
): Box {
  const left = place.anchor === "start" ? x + place.dx : x + place.dx - width;
  const top = y + place.dy - labelLead / 2;
  return { left, right: left + width, top, bottom: top + height };
}

const around = (x: number, y: number, by: number): Box => ({
  left: x - by,
  right: x + by,
  top: y - by,
  bottom: y + by,
});
