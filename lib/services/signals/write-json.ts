/** Answers as JSON in UTF-8: the columns by their own writer, all around them by JSON.stringify. */
import { columnRoom, sheetOf, writeColumn, type Sheet } from "./write-column";

/** Below this, looking for a column costs more than it saves. */
const shortest = 16;
/** Stands for a column; a text that holds it, as JSON.stringify writes it, would be taken for one and is counted. */
const stand = "\u0000column\u0000";
const written = JSON.stringify(stand);
const encoder = new TextEncoder();

/** `JSON.stringify(value)` as bytes. */
export function writeJson(value: object): Uint8Array<ArrayBuffer> {
  const ink = openInk();
  const columns: Uint8Array[] = [];
  const text = JSON.stringify(value, (_name, part: unknown) => {
    const column = Array.isArray(part) && part.length >= shortest ? ink.write(part) : undefined;
    if (column === undefined) return part;
    columns.push(column);
    return stand;
  });
  const pieces = text.split(written);
  const isOurs = pieces.length === columns.length + 1;
  const bytes = isOurs ? interleaved(pieces, columns) : encoder.encode(JSON.stringify(value));
  ink.close();
  return bytes;
}

/** A piece of text, a column, a piece, and so on. */
function interleaved(pieces: readonly string[], columns: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const textBytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const all = Buffer.allocUnsafeSlow(columns.reduce((sum, { length }) => sum + length, textBytes));
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    at += all.write(piece, at);
    const column = columns[index];
    if (column === undefined) continue;
    all.set(column, at);
    at += column.length;
  }
  return new Uint8Array(all.buffer);
}

interface Ink {
  /** The array as JSON, or undefined when it is no column of numbers. Good until the ink is closed. */
  readonly write: (column: readonly unknown[]) => Uint8Array | undefined;
  readonly close: () => void;
}

const sheetBytes = 256 * 1024;
const mostSpare = 16;
/** Of answers written before: new ones would be left to the garbage collector with each answer, and are slow to touch. */
let spare: readonly Sheet[] = [];

/** Columns are written one behind the other on sheets that hold many: a buffer of its own for each costs as much as its text. */
function openInk(): Ink {
  const blank = [...spare];
  const used: Sheet[] = [];
  let [sheet, at] = [sheetOf(new Uint8Array(0)), 0];
  spare = [];
  return {
    write: (column) => {
      // Most other arrays are told by their first.
      if (column[0] !== null && typeof column[0] !== "number") return undefined;
      const room = columnRoom(column.length);
      if (at + room > sheet.bytes.length) {
        const next = room > sheetBytes ? undefined : blank.pop();
        sheet = next ?? sheetOf(new Uint8Array(Math.max(room, sheetBytes)));
        at = 0;
        used.push(sheet);
      }
      const end = writeColumn(column, sheet, at);
      if (end < 0) return undefined;
      const bytes = sheet.bytes.subarray(at, end);
      at = end;
      return bytes;
    },
    close: () => {
      const sheets = [...blank, ...used.filter(({ bytes }) => bytes.length === sheetBytes)];
      spare = sheets.slice(0, mostSpare);
    },
  };
}

/** One after the other. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
