/** Extracts individual spans from a file in the browser, so that the complete file is not sent for each of them. */
import type { FileSpanIndex } from "@/lib/contracts/traces/open-traces";
import { idSeparator } from "@/lib/model/traces/drawn-span";

/**
 * Creates a function that returns the bytes of a span of a trace file. It returns null for an id that the
 * trace does not contain.
 */
export function createSpanSlicer(file: Blob, spanIndex: FileSpanIndex): (spanId: string) => Blob | null {
  const { envelopes, envelope, from, to } = spanIndex;
  let indexesById: ReadonlyMap<string, readonly number[]> | null = null;
  return (spanId) => {
    indexesById ??= byId(spanIndex);
    const indexes = indexesById.get(spanId);
    if (indexes === undefined) return null;
    // Spans with the same id may be from several processes. Each process has an envelope, which is written as a separate line.
    const parts = [...Map.groupBy(indexes, (index) => envelope[index] ?? -1)].flatMap(([at, members]) => {
      const { head = "", tail = "" } = envelopes[at] ?? {};
      const spans = members.map((index) => file.slice(from[index], to[index]));
      return [head, ...spans.flatMap((span, index) => (index === 0 ? [span] : [",", span])), tail, "\n"];
    });
    return new Blob(parts, { type: "application/json" });
  };
}

function byId({ ids }: FileSpanIndex): ReadonlyMap<string, readonly number[]> {
  const indexes = new Map<string, number[]>();
  for (const [index, id] of ids.split(idSeparator).entries()) {
    const known = indexes.get(id);
    if (known === undefined) indexes.set(id, [index]);
    else known.push(index);
  }
  return indexes;
}
