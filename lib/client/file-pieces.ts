/** Single spans of a file that the page holds, each as a small file of its own, so that the whole is not sent for one of them. */
import type { FilePieces } from "@/lib/contracts/open-traces";
import { idSeparator } from "@/lib/model/drawn-span";

/** Cuts by span id; null for an id that the file's trace does not have. */
export function pieceCutter(file: Blob, pieces: FilePieces): (spanId: string) => Blob | null {
  const { envelopes, envelope, from, to } = pieces;
  let placesOf: ReadonlyMap<string, readonly number[]> | null = null;
  return (spanId) => {
    placesOf ??= byId(pieces);
    const places = placesOf.get(spanId);
    if (places === undefined) return null;
    // Spans of one id may be of several processes: each envelope stands in a line of its own.
    const parts = [...Map.groupBy(places, (place) => envelope[place] ?? -1)].flatMap(([at, own]) => {
      const { head = "", tail = "" } = envelopes[at] ?? {};
      const spans = own.map((place) => file.slice(from[place], to[place]));
      return [head, ...spans.flatMap((span, index) => (index === 0 ? [span] : [",", span])), tail, "\n"];
    });
    return new Blob(parts, { type: "application/json" });
  };
}

function byId({ ids }: FilePieces): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [place, id] of ids.split(idSeparator).entries()) {
    const known = places.get(id);
    if (known === undefined) places.set(id, [place]);
    else known.push(place);
  }
  return places;
}
