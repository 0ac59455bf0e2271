/** Finds the last event before a time, as a possible cause of a change. */
import type { ChangeEvent, EventKind } from "@/lib/model/event";
import { readRows } from "@/lib/server/db/read-rows";
import { parseEventKind } from "./event-row";

/** Kinds that can change the behaviour of a deployment. */
const kinds = [
  "deploy",
  "configuration",
  "engine-version",
  "scaling",
  "exclusion",
] as const satisfies readonly EventKind[];

interface EventSearch {
  readonly deploymentId: string;
  readonly startMs: number;
  /** End of the searched time, inclusive. */
  readonly endMs: number;
  /** True if outages and changes of the number of instances are excluded. */
  readonly isScalingExcluded: boolean;
}

/**
 * Returns the last event from `startMs` to `endMs` that can change the behaviour of the deployment, such as
 * a deploy. Events of all deployments count as well. Throws database-unavailable.
 */
export async function findEventBefore({
  deploymentId,
  startMs,
  endMs,
  isScalingExcluded,
}: EventSearch): Promise<Pick<ChangeEvent, "kind" | "title" | "atMs"> | undefined> {
  const row = await readRows((database) =>
    database.event.findFirst({
      where: {
        kind: { in: kinds.filter((kind) => !isScalingExcluded || kind !== "scaling") },
        at: { gte: new Date(startMs), lte: new Date(endMs) },
        OR: [{ deploymentId }, { deploymentId: null }],
      },
      orderBy: [{ at: "desc" }, { id: "desc" }],
      select: { kind: true, title: true, at: true },
    }),
  );
  const kind = row === null ? undefined : parseEventKind(row.kind);
  return row === null || kind === undefined ? undefined : { kind, title: row.title, atMs: row.at.getTime() };
}
