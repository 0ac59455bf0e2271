/** Answers as JSON in UTF-8: the columns by their own writer, all around them by JSON.stringify. */
import { maxColumnBytes, byteBufferOf, writeColumn, type ByteBuffer } from "./write-column";

/** Below this, looking for a column costs more than it saves. */
const minColumnLength = 16;
/** Stands for a column; a text that holds it, as JSON.stringify writes it, would be taken for one and is counted. */
const placeholder = "\u0000column\u0000";
const written = JSON.stringify(placeholder);
const encoder = new TextEncoder();

/** `JSON.stringify(value)` as bytes. */
export function writeJson(value: object): Uint8Array<ArrayBuffer> {
  const writer = openColumnWriter();
  const columns: Uint8Array[] = [];
  const text = JSON.stringify(value, (_name, part: unknown) => {
    const column = Array.isArray(part) && part.length >= minColumnLength ? writer.write(part) : undefined;
    if (column === undefined) return part;
    columns.push(column);
    return placeholder;
  });
  const pieces = text.split(written);
  const isOurs = pieces.length === columns.length + 1;
  const bytes = isOurs ? interleaved(pieces, columns) : encoder.encode(JSON.stringify(value));
  writer.close();
  return bytes;
}

/** A piece of text, a column, a piece, and so on. */
function interleaved(pieces: readonly string[], columns: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const textBytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const joined = Buffer.allocUnsafeSlow(columns.reduce((sum, { length }) => sum + length, textBytes));
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    at += joined.write(piece, at);
    const column = columns[index];
    if (column === undefined) continue;
    joined.set(column, at);
    at += column.length;
  }
  return new Uint8Array(joined.buffer);
}

interface ColumnWriter {
  /** The array as JSON, or undefined when it is no column of numbers. Good until the ink is closed. */
  readonly write: (column: readonly unknown[]) => Uint8Array | undefined;
  readonly close: () => void;
}

const bufferBytes = 256 * 1024;
const maxSpare = 16;
/** Of answers written before: new ones would be left to the garbage collector with each answer, and are slow to touch. */
let spare: readonly ByteBuffer[] = [];

/** Columns are written one behind the other on sheets that hold many: a buffer of its own for each costs as much as its text. */
function openColumnWriter(): ColumnWriter {
  const blank = [...spare];
  const used: ByteBuffer[] = [];
  let [buffer, at] = [byteBufferOf(new Uint8Array(0)), 0];
  spare = [];
  return {
    write: (column) => {
      // Most other arrays are told by their first.
      if (column[0] !== null && typeof column[0] !== "number") return undefined;
      const size = maxColumnBytes(column.length);
      if (at + size > buffer.bytes.length) {
        const next = size > bufferBytes ? undefined : blank.pop();
        buffer = next ?? byteBufferOf(new Uint8Array(Math.max(size, bufferBytes)));
        at = 0;
        used.push(buffer);
      }
      const end = writeColumn(column, buffer, at);
      if (end < 0) return undefined;
      const bytes = buffer.bytes.subarray(at, end);
      at = end;
      return bytes;
    },
    close: () => {
      const buffers = [...blank, ...used.filter(({ bytes }) => bytes.length === bufferBytes)];
      spare = buffers.slice(0, maxSpare);
    },
  };
}

/** One after the other. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
