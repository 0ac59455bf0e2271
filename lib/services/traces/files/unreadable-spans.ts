/** Finds the spans of a trace file that could not be parsed, so that the warning names their lines. */
import { isEndOfStep } from "@/lib/base/steps";
import { singularOrPlural, countWithNoun } from "@/lib/format/agreement";
import { formatCount } from "@/lib/format/number";

/** Position of a span in a trace file. Both numbers start at one. */
export interface SpanPosition {
  readonly line: number;
  readonly number: number;
}

/** Number of positions that a warning names. */
const maxPositions = 5;
const newline = 0x0a;

/**
 * Returns the positions of the first spans for which `isReadable` is false, in steps. `spanByteEdges` has the start of
 * span n at index 2n.
 */
export function* findUnreadableSpans(
  bytes: Uint8Array,
  spanByteEdges: readonly number[],
  isReadable: (index: number) => boolean,
): Generator<void, readonly SpanPosition[]> {
  const positions: SpanPosition[] = [];
  let [line, at] = [1, 0];
  for (let index = 0; index < spanByteEdges.length / 2 && positions.length < maxPositions; index += 1) {
    if (isEndOfStep(index)) yield;
    if (isReadable(index)) continue;
    const start = spanByteEdges[2 * index] ?? 0;
    for (; at < start; at += 1) if (bytes[at] === newline) line += 1;
    positions.push({ line, number: index + 1 });
  }
  return positions;
}

/** Returns the warning about skipped spans, with their lines in the file. */
export function unreadableSpansText(count: number, positions: readonly SpanPosition[]): string {
  const skipped = `${countWithNoun(count, "span")} could not be parsed and ${singularOrPlural(count, "was", "were")} skipped`;
  if (positions.length === 0) return `${skipped}.`;
  const positionTexts = positions.map(
    ({ line, number }) => `line ${formatCount(line)} (span ${formatCount(number)} of the file)`,
  );
  return `${skipped}: ${positionTexts.join(", ")}${count > positions.length ? " and later ones" : ""}.`;
}
