/** Shared by all painters of the waterfall: the canvas context, theme colours, and the hatch pattern. */
import { readChartTheme, type ChartTheme } from "@/components/charts/theme";

/** Canvas to paint on, with its size and theme. */
export interface PaintContext {
  readonly context: CanvasRenderingContext2D;
  readonly theme: ChartTheme;
  readonly width: number;
  readonly height: number;
  /** Diagonal lines for untraced time. */
  readonly hatch: CanvasPattern | string;
}

interface CanvasOptions {
  readonly width: number;
  readonly height: number;
  /** Name of the page theme whose colours are used. It is written to the canvas element. */
  readonly theme: string;
}

/** Clears the canvas and scales it to the screen resolution. Returns null if it cannot be painted on. */
export function createPaintContext(
  canvas: HTMLCanvasElement | null,
  options: CanvasOptions,
): PaintContext | null {
  const { width, height } = options;
  if (canvas === null) return null;
  canvas.dataset["paintedIn"] = options.theme;
  if (width <= 0 || height <= 0) return null;
  const context = canvas.getContext("2d");
  if (context === null) return null;
  const ratio = window.devicePixelRatio || 1;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height, ...kitOf(context, options.theme) };
}

type Kit = Pick<PaintContext, "theme" | "hatch">;

/** Colours are cached per theme, because reading them forces a layout while the user scrolls. */
const kits = new Map<string, Kit>();

function kitOf(context: CanvasRenderingContext2D, name: string): Kit {
  const known = kits.get(name);
  if (known !== undefined) return known;
  const theme = readChartTheme(document.body);
  const kit = { theme, hatch: hatchOf(context, theme.ink3) };
  kits.set(name, kit);
  return kit;
}

function hatchOf(context: CanvasRenderingContext2D, colour: string): CanvasPattern | string {
  const tile = document.createElement("canvas");
  [tile.width, tile.height] = [5, 5];
  const pen = tile.getContext("2d");
  if (pen === null) return colour;
  pen.strokeStyle = colour;
  pen.globalAlpha = 0.65;
  pen.beginPath();
  for (const shift of [-5, 0, 5]) {
    pen.moveTo(shift, 5);
    pen.lineTo(shift + 5, 0);
  }
  pen.stroke();
  return context.createPattern(tile, "repeat") ?? colour;
}

/** Draws text on an outline of the background colour, so that lines do not cross it. */
export function drawHaloText(
  { context, theme }: PaintContext,
  text: string,
  position: { readonly x: number; readonly y: number },
): void {
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeStyle = theme.paper;
  context.strokeText(text, position.x, position.y);
  context.fillText(text, position.x, position.y);
}
