/** When a deployment was not its usual self: exclusions, and the moments of its deploys and engine upgrades. */
import { exclusionReasons, type EventKind } from "@/lib/model/event";
import type { TimeWindow } from "@/lib/model/time-window";
import type { MarkedWindow } from "@/lib/semantic/excluded-time";
import { readRows } from "@/lib/server/db/read-rows";
import { inWindow } from "./list-events";

const kinds = ["exclusion", "deploy", "engine-version"] as const satisfies readonly EventKind[];
/** A moment as a window: the shortest that touches its hour. */
const momentMs = 1;

/** The windows marked as maintenance, incident or load test of the deployment and of the whole fleet. Throws database-unavailable. */
export async function markedWindows(
  deploymentId: string,
  window: TimeWindow,
): Promise<readonly MarkedWindow[]> {
  const rows = await readRows((database) =>
    database.event.findMany({
      where: { AND: [inWindow(window, ["exclusion"]), { OR: [{ deploymentId }, { deploymentId: null }] }] },
      select: { at: true, endAt: true, reason: true },
    }),
  );
  return rows.map(({ at, endAt, reason }) => ({
    startMs: at.getTime(),
    endMs: endAt?.getTime() ?? window.endMs,
    reason: exclusionReasons.find((one) => one === reason) ?? "maintenance",
  }));
}

/** Those of the deployment and of the whole fleet that lie in `window`; one that lasts goes on to its end. Throws database-unavailable. */
export async function unusualWindows(
  deploymentId: string,
  window: TimeWindow,
): Promise<readonly TimeWindow[]> {
  const rows = await readRows((database) =>
    database.event.findMany({
      where: { AND: [inWindow(window, kinds), { OR: [{ deploymentId }, { deploymentId: null }] }] },
      select: { kind: true, at: true, endAt: true },
    }),
  );
  return rows.map(({ kind, at, endAt }) => {
    const startMs = at.getTime();
    if (kind !== "exclusion") return { startMs, endMs: startMs + momentMs };
    return { startMs, endMs: endAt?.getTime() ?? window.endMs };
  });
}
