/** Size of the plot area in pixels. */
export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

/** Visible range of a log-log plot. Both axes have the same pixels per decade, so slopes of 1 are at 45°. */
export interface RoofView {
  /** log10 of the values at the left edge and at the bottom. */
  readonly logMinX: number;
  readonly logMinY: number;
  readonly pixelsPerDecade: number;
}

/** Limits of the zoom: from an overview to two neighbouring trail points. */
export const pixelsPerDecadeBounds = { min: 40, max: 1_600 } as const;

/** Returns the X position of an axis value, in pixels from the left edge. */
export function toX(view: RoofView, value: number): number {
  return (Math.log10(value) - view.logMinX) * view.pixelsPerDecade;
}

/** Returns the Y position of an axis value, in pixels from the top edge. */
export function toY(view: RoofView, size: PlotSize, value: number): number {
  return size.height - (Math.log10(value) - view.logMinY) * view.pixelsPerDecade;
}

/** Returns the axis values at a position in pixels; the inverse of `toX` and `toY`. */
export function toAxisValues(
  view: RoofView,
  size: PlotSize,
  { x, y }: { readonly x: number; readonly y: number },
): { readonly x: number; readonly y: number } {
  return {
    x: 10 ** (view.logMinX + x / view.pixelsPerDecade),
    y: 10 ** (view.logMinY + (size.height - y) / view.pixelsPerDecade),
  };
}

/** Range of values on an axis. */
export interface AxisRange {
  readonly min: number;
  readonly max: number;
}

/** Returns the view that includes both ranges with a margin. The axis that needs less space is centred. */
export function fitView(x: AxisRange, y: AxisRange, size: PlotSize): RoofView {
  const [left, right, foot, head] = [x.min, x.max, y.min, y.max].map(Math.log10) as [
    number,
    number,
    number,
    number,
  ];
  const wanted = Math.min(size.width / (right - left), size.height / (head - foot));
  const pixelsPerDecade = Math.min(pixelsPerDecadeBounds.max, Math.max(pixelsPerDecadeBounds.min, wanted));
  return {
    logMinX: (left + right) / 2 - size.width / pixelsPerDecade / 2,
    logMinY: (foot + head) / 2 - size.height / pixelsPerDecade / 2,
    pixelsPerDecade,
  };
}

/** Moves the visible range by pixels to the right and downwards. */
export function panView(view: RoofView, dx: number, dy: number): RoofView {
  return {
    ...view,
    logMinX: view.logMinX - dx / view.pixelsPerDecade,
    logMinY: view.logMinY + dy / view.pixelsPerDecade,
  };
}

/** Zooms the visible range by a factor around a fixed position in pixels. */
export function zoomView(
  view: RoofView,
  size: PlotSize,
  factor: number,
  fixedPosition: { readonly x: number; readonly y: number },
): RoofView {
  const pixelsPerDecade = Math.min(
    pixelsPerDecadeBounds.max,
    Math.max(pixelsPerDecadeBounds.min, view.pixelsPerDecade * factor),
  );
  const shift = 1 / view.pixelsPerDecade - 1 / pixelsPerDecade;
  return {
    logMinX: view.logMinX + fixedPosition.x * shift,
    logMinY: view.logMinY + (size.height - fixedPosition.y) * shift,
    pixelsPerDecade,
  };
}

/** Margin around the fitted view in decades. There is nothing beyond it. */
const marginDecades = 1.5;

/**
 * Moves and zooms the visible range as little as possible, so that it stays within a margin around
 * `fittedView`.
 */
export function clampView(view: RoofView, fittedView: RoofView, size: PlotSize): RoofView {
  const longest = (pixels: number): number => pixels / fittedView.pixelsPerDecade + 2 * marginDecades;
  const min = Math.max(size.width / longest(size.width), size.height / longest(size.height));
  const middle = { x: size.width / 2, y: size.height / 2 };
  const near = view.pixelsPerDecade < min ? zoomView(view, size, min / view.pixelsPerDecade, middle) : view;
  const clamped = (at: number, first: number, pixels: number): number => {
    const last = first - marginDecades + longest(pixels) - pixels / near.pixelsPerDecade;
    return Math.max(first - marginDecades, Math.min(last, at));
  };
  return {
    ...near,
    logMinX: clamped(near.logMinX, fittedView.logMinX, size.width),
    logMinY: clamped(near.logMinY, fittedView.logMinY, size.height),
  };
}

/** Transformation of a drawing in pixels: x' = scale · x + dx, y' = scale · y + dy. */
export interface ViewTransform {
  readonly scale: number;
  readonly dx: number;
  readonly dy: number;
}

/** Returns the transformation that displays a drawing of `drawnView` as `currentView`. */
export function computeViewTransform(
  drawnView: RoofView,
  currentView: RoofView,
  size: PlotSize,
): ViewTransform {
  const scale = currentView.pixelsPerDecade / drawnView.pixelsPerDecade;
  return {
    scale,
    dx: (drawnView.logMinX - currentView.logMinX) * currentView.pixelsPerDecade,
    dy:
      size.height -
      scale * size.height +
      (currentView.logMinY - drawnView.logMinY) * currentView.pixelsPerDecade,
  };
}

/** Returns the axis values between the edges of the plot. */
export function computeVisibleRanges(
  view: RoofView,
  size: PlotSize,
): { readonly x: AxisRange; readonly y: AxisRange } {
  const { logMinX, logMinY, pixelsPerDecade } = view;
  return {
    x: { min: 10 ** logMinX, max: 10 ** (logMinX + size.width / pixelsPerDecade) },
    y: { min: 10 ** logMinY, max: 10 ** (logMinY + size.height / pixelsPerDecade) },
  };
}

/** Labelled mantissas by the number of pixels per decade. */
const mantissas: readonly (readonly [minPixels: number, of: readonly number[]])[] = [
  [700, [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9]],
  [400, [1, 1.5, 2, 3, 4, 5, 7]],
  [120, [1, 3]],
  [0, [1]],
];

/**
 * Returns the values of a logarithmic axis that may get a tick. Labels of adjacent ticks may still overlap.
 */
export function computeTickCandidates({ min, max }: AxisRange, pixelsPerDecade: number): readonly number[] {
  const chosen = mantissas.find(([pixels]) => pixelsPerDecade >= pixels)?.[1] ?? [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(min)); power <= Math.log10(max); power += 1)
    for (const mantissa of chosen) {
      const value = Number(`${mantissa}e${power}`);
      if (value >= min && value <= max) ticks.push(value);
    }
  return ticks;
}
