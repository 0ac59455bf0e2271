/** Caption of an exported image and its layout in CSS pixels: title and summary above the chart, source below. */
import type { Answer } from "@/lib/model/answer";
import { formatClock, formatDateTime, formatDuration, formatTimeZoneName } from "@/lib/format/time";

/** Texts of an exported image. */
export interface ImageCaption {
  readonly title: string;
  readonly summary: string;
  /** Source of the values, one line each. */
  readonly provenance: readonly string[];
}

/** One line of the caption at its position in pixels. */
export interface ImageText {
  readonly text: string;
  readonly style: "title" | "line" | "provenance";
  readonly x: number;
  /** Y position of the baseline. */
  readonly y: number;
}

/** Layout of an exported image in CSS pixels. */
export interface ImageLayout {
  readonly width: number;
  readonly height: number;
  /** Y position of the chart's upper edge. */
  readonly chartY: number;
  readonly textLines: readonly ImageText[];
}

/** Font sizes of the caption in pixels. "line" is the summary. */
export const captionFontSizesPx = { title: 16, line: 12, provenance: 11 } as const;
const lineHeights = { title: 24, line: 18, provenance: 16 } as const;
/** Margin around an exported image in pixels. */
export const imageMarginPx = 16;

interface ImageMetrics {
  readonly width: number;
  readonly height: number;
  /** Returns the width of a text in its style. */
  readonly measure: (text: string, style: ImageText["style"]) => number;
}

/** Returns the layout of a chart with its caption. Long texts wrap between words and are never truncated. */
export function layOutImage(caption: ImageCaption, { width, height, measure }: ImageMetrics): ImageLayout {
  const texts: ImageText[] = [];
  let y = imageMarginPx;
  const addText = (text: string, style: ImageText["style"]): void => {
    for (const row of wrapText(text, width, (part) => measure(part, style))) {
      y += lineHeights[style];
      texts.push({ text: row, style, x: imageMarginPx, y: y - lineHeights[style] / 4 });
    }
  };
  addText(caption.title, "title");
  addText(caption.summary, "line");
  y += imageMarginPx / 2;
  const chartY = y;
  y += height + imageMarginPx / 2;
  for (const one of caption.provenance) addText(one, "provenance");
  return { width: width + 2 * imageMarginPx, height: y + imageMarginPx, chartY, textLines: texts };
}

function wrapText(text: string, width: number, measure: (text: string) => number): readonly string[] {
  const rows: string[] = [];
  for (const word of text.split(" ").filter((part) => part !== "")) {
    const last = rows.at(-1);
    if (last === undefined || measure(`${last} ${word}`) > width) rows.push(word);
    else rows[rows.length - 1] = `${last} ${word}`;
  }
  return rows;
}

/** Source of the values in an image. */
export type ImageProvenance = Pick<Answer, "window" | "stepMs" | "asOfMs"> & {
  readonly source: Pick<Answer["source"], "slug" | "version">;
  readonly engine: Pick<Answer["engine"], "id">;
  readonly stale: object | null;
};

/** Returns the facts that are required to repeat the query: window, step, source, and time of the data. */
export function provenanceLines(
  { window, stepMs, source, engine, asOfMs, stale }: ImageProvenance,
  timeZone: string,
): readonly string[] {
  const zone = formatTimeZoneName(window.endMs, timeZone);
  const version = source.version === null ? "Prometheus" : `Prometheus ${source.version}`;
  const read = `${formatDateTime(asOfMs, timeZone).split(",")[0]}, ${formatClock(asOfMs, timeZone, true)} ${zone}`;
  return [
    `Window ${formatDateTime(window.startMs, timeZone)} to ${formatDateTime(window.endMs, timeZone)} ${zone}, step ${formatDuration(stepMs)}`,
    `Source ${source.slug} (${version}), engine ${engine.id}, data of ${read}${stale === null ? "" : ", last successful response"}`,
  ];
}
