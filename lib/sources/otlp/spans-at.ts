/**
 * The spans that were cut out of an answer or a file, read when they are asked for. Neighbours are read together, since one text of
 * many spans is read much faster than many of one; where such a text is no JSON, each is read by itself.
 */
import type { CutFile } from "./cut-spans";

const spansPerBlock = 200;

/** Gives span n as JSON, undefined where it is none. Fast when asked for one after another. */
export function spansAt(bytes: Uint8Array, { edges }: CutFile): (index: number) => unknown {
  const decoder = new TextDecoder();
  const count = edges.length / 2;
  const textOf = (from: number, to: number): string =>
    decoder.decode(bytes.subarray(edges[2 * from], edges[2 * to - 1]));
  const read = (from: number): readonly unknown[] => {
    let to = from + 1;
    while (to < count && to < from + spansPerBlock && isComma(bytes, edges[2 * to - 1], edges[2 * to]))
      to += 1;
    const spans = parsed(`[${textOf(from, to)}]`);
    if (Array.isArray(spans) && spans.length === to - from) return spans;
    return Array.from({ length: to - from }, (_, offset) => parsed(textOf(from + offset, from + offset + 1)));
  };
  let [first, block]: [number, readonly unknown[]] = [0, []];
  return (index) => {
    if (index < first || index >= first + block.length) [first, block] = [index, read(index)];
    return block[index - first];
  };
}

/** Between two spans of one list stands a comma, and nothing else in what programs write. */
function isComma(bytes: Uint8Array, from: number | undefined, to: number | undefined): boolean {
  return from !== undefined && to === from + 1 && bytes[from] === 0x2c;
}

/** Undefined for what is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
