/** Handler of the events endpoint: events of a deployment and of all deployments in a window. */
import type { eventsContract } from "@/lib/contracts/events";
import { AppError } from "@/lib/model/app-error";
import type { EventKind } from "@/lib/model/event";
import { resolveWindow, type TimeWindow } from "@/lib/model/time-window";
import { nowMs } from "@/lib/server/clock";
import type { Prisma } from "@/lib/server/db/generated/client";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { toEvents, includeSlugs, type EventRow } from "./event-row";

/**
 * Returns the events of a window. Throws database-unavailable. Throws invalid-input for an invalid window. Throws
 * not-found for an unknown deployment.
 */
export const listEvents: Handler<typeof eventsContract> = async ({ query, principal }) => {
  const asOfMs = nowMs();
  const window = resolveWindow({ from: query.from, to: query.to }, asOfMs);
  if (window === undefined)
    throw new AppError(
      "invalid-input",
      "the window must be between one minute and 92 days long, and must end after it starts",
    );
  const deploymentId =
    query.deployment === undefined
      ? undefined
      : (await resolveDeployment(query.deployment, principal.sourceScope)).id;
  const rows = await readRows((database) =>
    database.event.findMany({
      where: {
        AND: [
          createWindowFilter(window, query.kinds),
          deploymentId === undefined ? {} : { OR: [{ deploymentId }, { deploymentId: null }] },
          query.cursor === undefined ? {} : afterCursor(query.cursor),
        ],
      },
      orderBy: [{ at: "desc" }, { id: "desc" }],
      // One more row shows whether there is another page.
      take: query.limit + 1,
      include: includeSlugs,
    }),
  );
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    asOfMs,
    window,
    events: toEvents(page),
    nextCursor: rows.length > page.length && last !== undefined ? cursorOf(last) : null,
  };
};

/**
 * Returns the database filter for events of a time window: events at a time in the half-open window, and
 * exclusions that overlap it.
 */
export function createWindowFilter(
  { startMs, endMs }: TimeWindow,
  kinds: readonly EventKind[],
): Prisma.EventWhereInput {
  const [start, end] = [new Date(startMs), new Date(endMs)];
  return {
    kind: { in: [...kinds] },
    at: { lt: end },
    OR: [{ at: { gte: start } }, { kind: "exclusion", OR: [{ endAt: null }, { endAt: { gt: start } }] }],
  };
}

function cursorOf({ at, id }: EventRow): string {
  return `${at.getTime()}_${id}`;
}

function afterCursor(cursor: string): Prisma.EventWhereInput {
  const [atText = "", id = ""] = cursor.split("_");
  const at = new Date(Number(atText));
  if (Number.isNaN(at.getTime()) || !/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id))
    throw new AppError("invalid-input", "query cursor: invalid, use nextCursor of the previous response");
  return { OR: [{ at: { lt: at } }, { at, id: { lt: id } }] };
}
