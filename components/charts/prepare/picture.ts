/** The words of an exported picture and where they stand, in CSS pixels: title and answer above the chart, provenance below. */
import type { Answer } from "@/lib/model/answer";
import { formatClock, formatDateTime, formatDuration, formatZone } from "@/lib/format/time";

export interface PictureWords {
  readonly title: string;
  readonly line: string;
  /** Where and when the numbers come from, one line each. */
  readonly provenance: readonly string[];
}

export interface PlacedText {
  readonly text: string;
  readonly look: "title" | "line" | "provenance";
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
}

export interface PictureLayout {
  readonly width: number;
  readonly height: number;
  readonly chartY: number;
  readonly texts: readonly PlacedText[];
}

export const fontSizes = { title: 16, line: 12, provenance: 11 } as const;
const lineHeights = { title: 24, line: 18, provenance: 16 } as const;
export const margin = 16;

interface Drawn {
  readonly width: number;
  readonly height: number;
  /** Width of a text in its look. */
  readonly measure: (text: string, look: PlacedText["look"]) => number;
}

/** A chart of the given size with its words around it; long texts are broken between words, never cut. */
export function layOut(words: PictureWords, { width, height, measure }: Drawn): PictureLayout {
  const texts: PlacedText[] = [];
  let y = margin;
  const put = (text: string, look: PlacedText["look"]): void => {
    for (const row of broken(text, width, (part) => measure(part, look))) {
      y += lineHeights[look];
      texts.push({ text: row, look, x: margin, y: y - lineHeights[look] / 4 });
    }
  };
  put(words.title, "title");
  put(words.line, "line");
  y += margin / 2;
  const chartY = y;
  y += height + margin / 2;
  for (const one of words.provenance) put(one, "provenance");
  return { width: width + 2 * margin, height: y + margin, chartY, texts };
}

function broken(text: string, width: number, measure: (text: string) => number): readonly string[] {
  const rows: string[] = [];
  for (const word of text.split(" ").filter((part) => part !== "")) {
    const last = rows.at(-1);
    if (last === undefined || measure(`${last} ${word}`) > width) rows.push(word);
    else rows[rows.length - 1] = `${last} ${word}`;
  }
  return rows;
}

/** Where the numbers of a picture come from. */
export type Origin = Pick<Answer, "window" | "stepMs" | "asOfMs"> & {
  readonly source: Pick<Answer["source"], "slug" | "version">;
  readonly engine: Pick<Answer["engine"], "id">;
  readonly stale: object | null;
};

/** What a reader of the picture needs to ask the same again: window, step, source, and when it was read. */
export function provenanceOf(
  { window, stepMs, source, engine, asOfMs, stale }: Origin,
  timeZone: string,
): readonly string[] {
  const zone = formatZone(window.endMs, timeZone);
  const version = source.version === null ? "Prometheus" : `Prometheus ${source.version}`;
  const read = `${formatDateTime(asOfMs, timeZone).split(",")[0]}, ${formatClock(asOfMs, timeZone, true)} ${zone}`;
  return [
    `Window ${formatDateTime(window.startMs, timeZone)} to ${formatDateTime(window.endMs, timeZone)} ${zone}, step ${formatDuration(stepMs)}`,
    `Source ${source.slug} (${version}), engine ${engine.id}, read ${read}${stale === null ? "" : ", the last good answer"}`,
  ];
}
