/** Writes answers as JSON in UTF-8: columns with a fast writer, the rest with JSON.stringify. */
import { computeMaxColumnBytes, createByteBuffer, writeColumn, type ByteBuffer } from "./write-column";

/** Minimum length of an array for the fast writer. For shorter arrays, it is slower than JSON.stringify. */
const minColumnLength = 16;
/** Placeholder of a column. Text that contains it is detected by the number of placeholders. */
const placeholder = "\u0000column\u0000";
const written = JSON.stringify(placeholder);
const encoder = new TextEncoder();

/** Returns `JSON.stringify(value)` as UTF-8 bytes. It is faster for large arrays of numbers. */
export function serializeJson(value: object): Uint8Array<ArrayBuffer> {
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
  const bytes = isOurs ? interleaveBytes(pieces, columns) : encoder.encode(JSON.stringify(value));
  writer.close();
  return bytes;
}

/** Alternates pieces of text and columns. */
function interleaveBytes(pieces: readonly string[], columns: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
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
  /** Returns the array as JSON, or undefined if it is not a column of numbers. Valid until the writer is closed. */
  readonly write: (column: readonly unknown[]) => Uint8Array | undefined;
  readonly close: () => void;
}

const bufferBytes = 256 * 1024;
const maxReusableBuffers = 16;
/**
 * Buffers of earlier answers, for reuse. New buffers would burden the garbage collector and are slow on first access.
 */
let reusableBuffers: readonly ByteBuffer[] = [];

/** Writes columns one after the other into large buffers: a separate buffer per column costs as much as its text. */
function openColumnWriter(): ColumnWriter {
  const blank = [...reusableBuffers];
  const used: ByteBuffer[] = [];
  let [buffer, at] = [createByteBuffer(new Uint8Array(0)), 0];
  reusableBuffers = [];
  return {
    write: (column) => {
      // Most other arrays are recognized by their first element.
      if (column[0] !== null && typeof column[0] !== "number") return undefined;
      const size = computeMaxColumnBytes(column.length);
      if (at + size > buffer.bytes.length) {
        const next = size > bufferBytes ? undefined : blank.pop();
        buffer = next ?? createByteBuffer(new Uint8Array(Math.max(size, bufferBytes)));
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
      reusableBuffers = buffers.slice(0, maxReusableBuffers);
    },
  };
}

/** Concatenates byte arrays. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
