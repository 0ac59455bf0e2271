/**
 * Saves a chart as PNG with title, summary and source in the image, so that it is understood wherever it is pasted.
 */
import {
  captionFontSizesPx,
  layOutImage,
  imageMarginPx,
  type ImageCaption,
  type ImageText,
} from "@/components/charts/prepare/image-layout";
import { readChartTheme } from "@/components/charts/theme";
import { toFileName, saveFile, type FileTime } from "./save-file";
import { combineLayers, toStandaloneSvg } from "./standalone-svg";

/** Sharp on any screen and in print. */
const minScale = 2;

interface ChartImage {
  readonly image: CanvasImageSource;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws the chart inside `figure` (canvas or SVG) with its caption and saves the image. Throws if there is no chart.
 */
export async function downloadPng(figure: HTMLElement, caption: ImageCaption, time: FileTime): Promise<void> {
  const chart = await readChartImage(figure);
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser cannot draw images");
  const theme = readChartTheme(figure);
  const fontOf = (style: ImageText["style"]): string =>
    `${style === "title" ? "600 " : ""}${captionFontSizesPx[style]}px ${theme.fontSans}`;
  const layout = layOutImage(caption, {
    ...chart,
    measure: (text, style) => {
      context.font = fontOf(style);
      return context.measureText(text).width;
    },
  });
  const scale = Math.max(minScale, devicePixelRatio);
  canvas.width = Math.round(layout.width * scale);
  canvas.height = Math.round(layout.height * scale);
  context.scale(scale, scale);
  context.fillStyle = theme.paper;
  context.fillRect(0, 0, layout.width, layout.height);
  for (const { text, style, x, y } of layout.textLines) {
    context.font = fontOf(style);
    context.fillStyle = style === "title" ? theme.ink : theme.ink2;
    context.fillText(text, x, y);
  }
  context.drawImage(chart.image, imageMarginPx, layout.chartY, chart.width, chart.height);
  saveFile(toFileName(caption.title, time, "png"), await blobOf(canvas));
}

async function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("the image is too large for this browser");
  return blob;
}

/** Saves the SVG inside `figure` as a file. Throws if `figure` contains no SVG. */
export function downloadSvg(figure: HTMLElement, title: string, time: FileTime): void {
  const { svg } = exportDrawing(figure);
  saveFile(toFileName(title, time, "svg"), new Blob([svg], { type: "image/svg+xml" }));
}

async function readChartImage(figure: HTMLElement): Promise<ChartImage> {
  const canvas = figure.querySelector("canvas");
  if (canvas !== null && canvas.closest(layersSelector) === null)
    return { image: canvas, width: canvas.clientWidth, height: canvas.clientHeight };
  const { svg, width, height } = exportDrawing(figure);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return { image, width, height };
}

/** Contains SVGs and canvases that are layered. */
const layersSelector = "[data-picture=layers]";
/** A list whose entries each have a symbol and a text. */
const legendSelector = "[data-picture=legend]";

function exportDrawing(figure: HTMLElement): {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
} {
  const layered = figure.querySelector<HTMLElement>(layersSelector);
  if (layered !== null) return combineLayers(layered, figure.querySelector<HTMLElement>(legendSelector));
  const [svg] = [...figure.querySelectorAll("svg")].toSorted((a, b) => b.clientWidth - a.clientWidth);
  if (svg === undefined) throw new Error("there is no chart to save");
  return { svg: toStandaloneSvg(svg), width: svg.clientWidth, height: svg.clientHeight };
}
