/** Reads pages of the timeline, newest first. */
import type { TimelineResponse } from "@/lib/contracts/investigations/timeline";
import { AppError } from "@/lib/model/app-error";
import { timelineTopics, type TimelineTopic } from "@/lib/model/investigation/timeline-entry";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Transaction } from "@/lib/server/with-change";
import { toTimelineEntries, type TimelineRow } from "./timeline-row";

/** Entries to read: the investigation, the filters, and the page. */
export interface TimelineQuery {
  readonly investigationId: string;
  readonly callerId: string;
  readonly limit: number;
  readonly topic?: TimelineTopic | undefined;
  /** Id of a person. */
  readonly author?: string | undefined;
  readonly isPinned?: boolean;
  readonly cursor?: string | undefined;
}

/** Returns one page of entries, newest first. Throws invalid-input for a cursor of another list. */
export async function readTimeline(
  database: Pick<Transaction, "timelineEntry">,
  { investigationId, callerId, limit, topic, author, isPinned = false, cursor }: TimelineQuery,
): Promise<Omit<TimelineResponse, "asOfMs">> {
  const rows = await database.timelineEntry.findMany({
    where: {
      investigationId,
      ...(topic === undefined ? {} : { kind: { in: [...timelineTopics[topic]] } }),
      ...(author === undefined ? {} : { author }),
      ...(isPinned ? { isPinned } : {}),
      AND: cursor === undefined ? {} : afterCursor(cursor),
    },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    // One more row shows whether there is another page.
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    entries: [...toTimelineEntries(page, callerId)],
    nextCursor: rows.length > page.length && last !== undefined ? cursorOf(last) : null,
  };
}

function cursorOf({ at, id }: TimelineRow): string {
  return `${at.getTime()}_${id}`;
}

function afterCursor(cursor: string): Prisma.TimelineEntryWhereInput {
  const [atText = "", id = ""] = cursor.split("_");
  const at = new Date(Number(atText));
  if (Number.isNaN(at.getTime()) || !/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id))
    throw new AppError("invalid-input", "query cursor: invalid, use nextCursor of the previous response");
  return { OR: [{ at: { lt: at } }, { at, id: { lt: id } }] };
}
