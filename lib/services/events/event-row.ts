/** Converts events from database rows. */
import { findAuthorName } from "@/lib/server/sessions/author-names";
import {
  eventKinds,
  eventOrigins,
  exclusionReasons,
  type ChangeEvent,
  type EventKind,
} from "@/lib/model/event";
import type { Prisma } from "@/lib/server/db/generated/client";

/** Related columns that the row of an event needs: the slugs of its source and deployment, and the team. */
export const includeSlugs = {
  source: { select: { slug: true } },
  deployment: { select: { slug: true, teamId: true } },
} satisfies Prisma.EventInclude;

/** An event as stored in the database, with the slugs of its source and deployment. */
export type EventRow = Prisma.EventGetPayload<{ include: typeof includeSlugs }>;

/** Converts database rows into events. Skips rows with a kind that only a newer release knows. */
export function toEvents(rows: readonly EventRow[]): readonly ChangeEvent[] {
  return rows.flatMap((row) => {
    const kind = parseEventKind(row.kind);
    return kind === undefined ? [] : [toEvent(row, kind)];
  });
}

/** Returns the kind of event with this name; undefined for a kind that only a newer release knows. */
export function parseEventKind(text: string): EventKind | undefined {
  return eventKinds.find((each) => each === text);
}

/** Converts the database row of an event of `kind`. */
export function toEvent(row: EventRow, kind: EventKind): ChangeEvent {
  return {
    id: row.id,
    kind,
    atMs: row.at.getTime(),
    endMs: row.endAt?.getTime() ?? null,
    reason: exclusionReasons.find((each) => each === row.reason) ?? null,
    title: row.title,
    source: row.source?.slug ?? null,
    deployment: row.deployment?.slug ?? null,
    ...(row.path === null ? {} : { path: row.path }),
    fromValue: row.fromValue,
    toValue: row.toValue,
    // An event of unknown origin is read-only, like a derived event.
    origin: eventOrigins.find((each) => each === row.origin) ?? "derived",
    author: findAuthorName(row.author),
    version: row.version,
  };
}
