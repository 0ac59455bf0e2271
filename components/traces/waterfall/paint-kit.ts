/** What every painter of the waterfall shares: a canvas of its element's size, colours by token, and the hatch. */
import { readChartTheme, type ChartTheme } from "@/components/charts/theme";

export interface Brush {
  readonly context: CanvasRenderingContext2D;
  readonly theme: ChartTheme;
  readonly width: number;
  readonly height: number;
  /** Diagonal lines for what nobody traced. */
  readonly hatch: CanvasPattern | string;
}

interface CanvasOptions {
  readonly width: number;
  readonly height: number;
  /** Name of the page's theme, written on the canvas: its colours are those of this theme. */
  readonly theme: string;
}

/** A clean canvas, as sharp as the screen; null where it cannot be painted on. */
export function createBrush(canvas: HTMLCanvasElement | null, options: CanvasOptions): Brush | null {
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

type Kit = Pick<Brush, "theme" | "hatch">;

/** To ask for colours lays out what was just changed, and while one scrolls something was. So each theme is asked once. */
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

/** Text on a halo of paper, so that lines beneath it do not cross it. */
export function haloText(
  { context, theme }: Brush,
  text: string,
  at: { readonly x: number; readonly y: number },
): void {
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeStyle = theme.paper;
  context.strokeText(text, at.x, at.y);
  context.fillText(text, at.x, at.y);
}
