/** Paints the trail: one small square per interval, paler with age, flat for mixed steps. */
import type { PlotTrail } from "@/components/charts/prepare/roof/roof-plot";
import type { PlotSize, RoofView } from "@/components/charts/prepare/roof/roof-view";

export interface PreparedTrail {
  readonly colour: string;
  /** log10 of the columns, so that a movement needs one multiplication and one addition per point. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly isMixed: readonly boolean[];
}

export function prepareTrails(trails: readonly PlotTrail[]): readonly PreparedTrail[] {
  return trails.map(({ colour, x, y, isMixed }) => ({
    colour,
    x: Float64Array.from(x, Math.log10),
    y: Float64Array.from(y, Math.log10),
    isMixed,
  }));
}

/** Kept small, because each change of opacity costs as much as a dozen squares. */
const ageSteps = 6;
const minOpacity = 0.28;
const squareSize = 4;

interface Canvas {
  readonly context: CanvasRenderingContext2D;
  readonly size: PlotSize;
  readonly colourOf: (token: string) => string;
}

export function paintTrails(
  trails: readonly PreparedTrail[],
  view: RoofView,
  { context, size, colourOf }: Canvas,
): void {
  context.clearRect(0, 0, size.width, size.height);
  for (const trail of trails) {
    context.fillStyle = colourOf(trail.colour);
    const count = trail.x.length;
    for (let age = 0; age < ageSteps; age += 1) {
      context.globalAlpha = minOpacity + ((1 - minOpacity) * age) / (ageSteps - 1);
      const last = Math.ceil((count * (age + 1)) / ageSteps);
      paintPart(trail, view, { context, size }, Math.ceil((count * age) / ageSteps), last);
    }
  }
  context.globalAlpha = 1;
}

function paintPart(
  { x, y, isMixed }: PreparedTrail,
  { logMinX, logMinY, pixelsPerDecade }: RoofView,
  { context, size }: Pick<Canvas, "context" | "size">,
  ...[first, last]: readonly [number, number]
): void {
  for (let index = first; index < last; index += 1) {
    const pixelX = ((x[index] ?? 0) - logMinX) * pixelsPerDecade - squareSize / 2;
    const pixelY = size.height - ((y[index] ?? 0) - logMinY) * pixelsPerDecade - squareSize / 2;
    // Skips points outside the canvas before the drawing call.
    if (pixelX < -squareSize || pixelX > size.width || pixelY < -squareSize || pixelY > size.height) continue;
    if (isMixed[index] === true) context.fillRect(pixelX - 1, pixelY + 1, squareSize + 2, squareSize - 2);
    else context.fillRect(pixelX, pixelY, squareSize, squareSize);
  }
}
