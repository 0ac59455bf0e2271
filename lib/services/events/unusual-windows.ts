/** Lists windows in which a deployment behaved unusually: exclusions, deploys and engine upgrades. */
import { exclusionReasons, type EventKind } from "@/lib/model/event";
import type { TimeWindow } from "@/lib/model/time-window";
import type { ExclusionWindow } from "@/lib/semantic/evaluate/excluded-time";
import { readRows } from "@/lib/server/db/read-rows";
import { createWindowFilter } from "./list-events";

const kinds = ["exclusion", "deploy", "engine-version"] as const satisfies readonly EventKind[];
/** Length of the window of an event without a duration. The length is irrelevant, because any overlap excludes the hour. */
const momentMs = 1;

/**
 * Returns the time that is excluded for the deployment or for all deployments (maintenance, incident, load
 * test). Throws database-unavailable.
 */
export async function listExclusionWindows(
  deploymentId: string,
  window: TimeWindow,
): Promise<readonly ExclusionWindow[]> {
  const rows = await readRows((database) =>
    database.event.findMany({
      where: {
        AND: [createWindowFilter(window, ["exclusion"]), { OR: [{ deploymentId }, { deploymentId: null }] }],
      },
      select: { at: true, endAt: true, reason: true },
    }),
  );
  return rows.map(({ at, endAt, reason }) => ({
    startMs: at.getTime(),
    endMs: endAt?.getTime() ?? window.endMs,
    reason: exclusionReasons.find((one) => one === reason) ?? "maintenance",
  }));
}

/**
 * Returns time windows in which the deployment behaved unusually: exclusions, deploys and engine upgrades,
 * also those of all deployments. An ongoing exclusion ends with `window`. Throws database-unavailable.
 */
export async function listUnusualWindows(
  deploymentId: string,
  window: TimeWindow,
): Promise<readonly TimeWindow[]> {
  const rows = await readRows((database) =>
    database.event.findMany({
      where: { AND: [createWindowFilter(window, kinds), { OR: [{ deploymentId }, { deploymentId: null }] }] },
      select: { kind: true, at: true, endAt: true },
    }),
  );
  return rows.map(({ kind, at, endAt }) => {
    const startMs = at.getTime();
    if (kind !== "exclusion") return { startMs, endMs: startMs + momentMs };
    return { startMs, endMs: endAt?.getTime() ?? window.endMs };
  });
}
