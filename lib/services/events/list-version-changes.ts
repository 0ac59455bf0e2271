/** Lists the latest version changes of sources and engines. */
import type { ChangeEvent, EventKind } from "@/lib/model/event";
import { readRows } from "@/lib/server/db/read-rows";
import { toEvents, includeSlugs } from "./event-row";

const versionKinds = ["source-version", "engine-version"] as const satisfies readonly EventKind[];
/** An event of a kind that records a change of version. */
export type VersionChangeEvent = ChangeEvent & { readonly kind: (typeof versionKinds)[number] };

/** Returns at most `limit` changes of versions, newest first. Throws database-unavailable. */
export async function listVersionChanges(limit: number): Promise<readonly VersionChangeEvent[]> {
  const rows = await readRows((database) =>
    database.event.findMany({
      where: { kind: { in: [...versionKinds] } },
      orderBy: [{ at: "desc" }, { id: "desc" }],
      take: limit,
      include: includeSlugs,
    }),
  );
  return toEvents(rows).filter((event): event is VersionChangeEvent =>
    versionKinds.some((kind) => kind === event.kind),
  );
}
