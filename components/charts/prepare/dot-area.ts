/** Times and values of a rectangle that the viewer draws on a dot chart. */
import { valueAtY, type DotLayout, type PlotBox } from "./dots";

/** Rectangle in pixels between the point where a drag began and the pointer. */
export interface DraggedArea {
  readonly fromX: number;
  readonly fromY: number;
  readonly toX: number;
  readonly toY: number;
}

/** Part of a dot chart. A limit is null where the rectangle does not limit the chart. */
export interface DotArea {
  readonly startMs: number;
  readonly endMs: number;
  readonly minValue: number | null;
  readonly maxValue: number | null;
}

/** Smallest extent in pixels for which a rectangle limits an axis. A drag along one axis limits only this axis. */
const minExtentPx = 16;

/** Returns the rectangle within the plot, as wide or as high as the plot along an axis that it does not limit. */
export function fitDraggedArea(area: DraggedArea, box: PlotBox) {
  const [left, right] = fitExtent(area.fromX, area.toX, box.left, box.width - box.right);
  const [top, bottom] = fitExtent(area.fromY, area.toY, box.top, box.height - box.bottom);
  return { left, right, top, bottom };
}

function fitExtent(from: number, to: number, low: number, high: number): readonly [number, number] {
  if (Math.abs(to - from) < minExtentPx) return [low, high];
  const clamp = (position: number): number => Math.min(high, Math.max(low, position));
  return [clamp(Math.min(from, to)), clamp(Math.max(from, to))];
}

/** Returns the times and values of a rectangle. Null if it is too small to limit an axis. */
export function readDotArea(
  area: DraggedArea,
  chart: {
    readonly box: PlotBox;
    readonly layout: Pick<DotLayout, "valueRange">;
    readonly window: { readonly startMs: number; readonly endMs: number };
  },
): DotArea | null {
  const { box, layout, window } = chart;
  const isTooSmall = ([from, to]: readonly [number, number]): boolean => Math.abs(to - from) < minExtentPx;
  if (isTooSmall([area.fromX, area.toX]) && isTooSmall([area.fromY, area.toY])) return null;
  const { left, right, top, bottom } = fitDraggedArea(area, box);
  const wide = Math.max(1, box.width - box.left - box.right);
  const timeAt = (x: number): number =>
    Math.round(window.startMs + ((x - box.left) / wide) * (window.endMs - window.startMs));
  return {
    startMs: timeAt(left),
    endMs: timeAt(right),
    minValue: bottom >= box.height - box.bottom ? null : valueAtY(bottom, layout, box),
    maxValue: top <= box.top ? null : valueAtY(top, layout, box),
  };
}
