/** The newest events, with the slugs of what they happened to. */
import { eventKinds, type ChangeEvent } from "@/lib/model/event";
import { readRows } from "@/lib/server/db/read-rows";

/** Newest first, at most `limit`. Throws database-unavailable. */
export async function listEvents(limit: number): Promise<readonly ChangeEvent[]> {
  const rows = await readRows((database) =>
    database.event.findMany({
      // A newer release may have written kinds that this one does not know.
      where: { kind: { in: [...eventKinds] } },
      orderBy: [{ at: "desc" }, { id: "desc" }],
      take: limit,
      include: { source: { select: { slug: true } }, deployment: { select: { slug: true } } },
    }),
  );
  return rows.flatMap((row) => {
    const kind = eventKinds.find((each) => each === row.kind);
    if (kind === undefined) return [];
    return [
      {
        id: row.id,
        kind,
        atMs: row.at.getTime(),
        title: row.title,
        source: row.source?.slug ?? null,
        deployment: row.deployment?.slug ?? null,
        from: row.fromValue,
        to: row.toValue,
      },
    ];
  });
}
