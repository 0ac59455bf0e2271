/**
 * Parses spans that were cut out of a response or file on demand. Adjacent spans are parsed together, because one
 * text with many spans is much faster. If such a text is not valid JSON, each span is parsed separately.
 */
import type { SeparatedFile } from "./separate-spans";

const spansPerBlock = 200;

/** Returns a function that returns span n as JSON, or undefined for invalid JSON. Sequential access is fast. */
export function createSpanLookup(
  bytes: Uint8Array,
  { spanByteEdges }: SeparatedFile,
): (index: number) => unknown {
  const decoder = new TextDecoder();
  const count = spanByteEdges.length / 2;
  const textOf = (from: number, to: number): string =>
    decoder.decode(bytes.subarray(spanByteEdges[2 * from], spanByteEdges[2 * to - 1]));
  const read = (from: number): readonly unknown[] => {
    let to = from + 1;
    while (
      to < count &&
      to < from + spansPerBlock &&
      isComma(bytes, spanByteEdges[2 * to - 1], spanByteEdges[2 * to])
    )
      to += 1;
    const spans = parseJsonOrUndefined(`[${textOf(from, to)}]`);
    if (Array.isArray(spans) && spans.length === to - from) return spans;
    return Array.from({ length: to - from }, (_, offset) =>
      parseJsonOrUndefined(textOf(from + offset, from + offset + 1)),
    );
  };
  let [first, block]: [number, readonly unknown[]] = [0, []];
  return (index) => {
    if (index < first || index >= first + block.length) [first, block] = [index, read(index)];
    return block[index - first];
  };
}

/** Returns true when only a comma separates two spans of a list, as in common output. */
function isComma(bytes: Uint8Array, from: number | undefined, to: number | undefined): boolean {
  return from !== undefined && to === from + 1 && bytes[from] === 0x2c;
}

/** Parses JSON; returns undefined for invalid JSON. */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
