/** Single spans of a file that the page holds, each as a small file of its own, so that the whole is not sent for one of them. */
import type { FileSpanIndex } from "@/lib/contracts/open-traces";
import { idSeparator } from "@/lib/model/drawn-span";

/** Cuts by span id; null for an id that the file's trace does not have. */
export function pieceCutter(file: Blob, pieces: FileSpanIndex): (spanId: string) => Blob | null {
  const { envelopes, envelope, from, to } = pieces;
  let indexesById: ReadonlyMap<string, readonly number[]> | null = null;
  return (spanId) => {
    indexesById ??= byId(pieces);
    const indexes = indexesById.get(spanId);
    if (indexes === undefined) return null;
    // Spans of one id may be of several processes: each envelope stands in a line of its own.
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
