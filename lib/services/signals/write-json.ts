/** Answers as JSON in UTF-8: the columns by their own writer, all around them by JSON.stringify. */
import { columnRoom, writeColumn } from "./write-column";

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
  if (pieces.length !== columns.length + 1) return encoder.encode(JSON.stringify(value));
  return joinBytes(
    pieces.flatMap((piece, index) => {
      const column = columns[index];
      return column === undefined ? [encoder.encode(piece)] : [encoder.encode(piece), column];
    }),
  );
}

interface Ink {
  /** The array as JSON, or undefined when it is no column of numbers. */
  readonly write: (column: readonly unknown[]) => Uint8Array | undefined;
}

const sheetBytes = 256 * 1024;

/** Columns are written one behind the other on sheets that hold many: a buffer of its own for each costs as much as its text. */
function openInk(): Ink {
  let sheet = new Uint8Array(0);
  let at = 0;
  return {
    write: (column) => {
      // Most other arrays are told by their first.
      if (column[0] !== null && typeof column[0] !== "number") return undefined;
      const room = columnRoom(column.length);
      if (at + room > sheet.length) {
        sheet = new Uint8Array(Math.max(room, sheetBytes));
        at = 0;
      }
      const end = writeColumn(column, sheet, at);
      if (end < 0) return undefined;
      const bytes = sheet.subarray(at, end);
      at = end;
      return bytes;
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
