/** Span search by operation, service, span ID, and the loaded attributes. */
import type { SpanColumns } from "@/lib/client/trace-view";

/** Lower-case texts of the spans whose attributes are loaded, by the row of the span. */
export type LoadedSpanTexts = ReadonlyMap<number, string>;

/**
 * Returns the rows whose name, service or loaded text contains `text`, in drawing order; none for an empty text. The
 * search ignores case.
 */
export function findSpans(spans: SpanColumns, text: string, loadedTexts: LoadedSpanTexts): readonly number[] {
  const searchText = text.trim().toLowerCase();
  if (searchText === "") return [];
  const names = spans.names.map((name) => name.toLowerCase().includes(searchText));
  const services = spans.services.map((service) => service.toLowerCase().includes(searchText));
  const ids = new Set(/^[0-9a-f]+$/.test(searchText) ? spans.findRowsById(searchText) : []);
  const found: number[] = [];
  for (let row = 0; row < spans.rowCount; row += 1) {
    const isMatch =
      names[spans.nameIndex[row] ?? -1] === true ||
      services[spans.serviceIndex[row] ?? -1] === true ||
      ids.has(row) ||
      loadedTexts.get(row)?.includes(searchText) === true;
    if (isMatch) found.push(row);
  }
  return found;
}

/** Returns the next match after or before `row` and wraps around. Returns -1 if there is no match. */
export function findNextMatch(matches: readonly number[], row: number, step: 1 | -1): number {
  if (step === 1) return matches.find((at) => at > row) ?? matches[0] ?? -1;
  return matches.findLast((at) => at < row) ?? matches.at(-1) ?? -1;
}
