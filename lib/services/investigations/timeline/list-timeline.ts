/** Handler of the timeline of an investigation. */
import type { timelineContract } from "@/lib/contracts/investigations/timeline";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { findInvestigationId } from "../find-investigation";
import { readTimeline } from "./read-timeline";
import { shortenReplacedTexts } from "./shorten-texts";

/**
 * Returns one page of the timeline, newest entry first. Throws not-found and database-unavailable. Throws invalid-input for
 * an invalid cursor.
 */
export const listTimeline: Handler<typeof timelineContract> = async ({ params, query, principal }) => {
  const { topic, author, pinned, limit, cursor } = query;
  const page = await readRows(async (database) =>
    readTimeline(database, {
      investigationId: await findInvestigationId(database, params.number, principal),
      callerId: principal.id,
      limit,
      topic,
      author,
      isPinned: pinned !== undefined,
      cursor,
    }),
  );
  return { asOfMs: nowMs(), ...page, entries: shortenReplacedTexts(page.entries) };
};
