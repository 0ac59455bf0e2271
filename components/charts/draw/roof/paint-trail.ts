/** Paints the trail: one small square per interval, paler with age, flat for mixed steps. */
import type { PlotTrail } from "@/components/charts/prepare/roof/roof-plot";
import type { PlotSize, RoofView } from "@/components/charts/prepare/roof/roof-view";

/** Operating points over time, prepared for painting each frame. Arrays have one element per point. */
export interface PreparedTrail {
  readonly colour: string;
  /** log10 of the axis values, so that a movement needs one multiplication and one addition per point. */
  readonly logX: Float64Array;
  readonly logY: Float64Array;
  readonly isMixedByPoint: readonly boolean[];
}

/** Precomputes the logarithms of operating points over time for painting. */
export function prepareTrails(trails: readonly PlotTrail[]): readonly PreparedTrail[] {
  return trails.map(({ colour, x, y, isMixedByPoint }) => ({
    colour,
    logX: Float64Array.from(x, Math.log10),
    logY: Float64Array.from(y, Math.log10),
    isMixedByPoint,
  }));
}

/** Kept small, because each change of opacity costs as much as a dozen squares. */
const ageSteps = 6;
const minOpacity = 0.28;
const squareSize = 4;

interface Canvas {
  readonly context: CanvasRenderingContext2D;
  readonly size: PlotSize;
  readonly resolveColour: (token: string) => string;
}

/**
 * Clears the canvas and paints the operating points over time. `resolveColour` returns the CSS colour of a
 * theme token.
 */
export function paintTrails(
  trails: readonly PreparedTrail[],
  view: RoofView,
  { context, size, resolveColour }: Canvas,
): void {
  context.clearRect(0, 0, size.width, size.height);
  for (const trail of trails) {
    context.fillStyle = resolveColour(trail.colour);
    const count = trail.logX.length;
    for (let age = 0; age < ageSteps; age += 1) {
      context.globalAlpha = minOpacity + ((1 - minOpacity) * age) / (ageSteps - 1);
      const last = Math.ceil((count * (age + 1)) / ageSteps);
      paintPart(trail, view, { context, size }, Math.ceil((count * age) / ageSteps), last);
    }
  }
  context.globalAlpha = 1;
}

function paintPart(
  { logX, logY, isMixedByPoint }: PreparedTrail,
  { logMinX, logMinY, pixelsPerDecade }: RoofView,
  { context, size }: Pick<Canvas, "context" | "size">,
  ...[first, last]: readonly [number, number]
): void {
  for (let index = first; index < last; index += 1) {
    const pixelX = ((logX[index] ?? 0) - logMinX) * pixelsPerDecade - squareSize / 2;
    const pixelY = size.height - ((logY[index] ?? 0) - logMinY) * pixelsPerDecade - squareSize / 2;
    // Skips points outside the canvas before the drawing call.
    if (pixelX < -squareSize || pixelX > size.width || pixelY < -squareSize || pixelY > size.height) continue;
    if (isMixedByPoint[index] === true)
      context.fillRect(pixelX - 1, pixelY + 1, squareSize + 2, squareSize - 2);
    else context.fillRect(pixelX, pixelY, squareSize, squareSize);
  }
}
