"use client";

import { useQueries, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import type { TimelineEntry } from "@/lib/contracts/investigations/timeline";
import { toSentence } from "@/lib/format/sentence";
import { Button } from "@/components/ui/button";
import { FocusRegion } from "../detail/focus-region";
import { usePrinting } from "../printing/printing";
import { CommentForm } from "./comment-form";
import { ManualEntryForm } from "./manual-entry-form";
import { TimelineList } from "./timeline-list";
import { TimelineFilters } from "./timeline-filters";
import { useTimelineFilter } from "../url-state";
import { unfilteredTimeline, timelineQuery, type TimelineFilter } from "./timeline-requests";

function describeEmptyList({ topic, author, isPinned }: TimelineFilter): string {
  if (author !== null) return "No entry of this person matches the filters.";
  if (isPinned) return "No entry is pinned. Pin the entries that everyone should read first.";
  if (topic === "comments") return "No comments yet. Write one above.";
  return topic === null ? "No entries yet." : "No entry of this kind exists.";
}

/** Comments and changes of an investigation, newest first, and the field for a comment. */
export function TimelineSection({ page }: { readonly page: InvestigationResponse }) {
  const { filter: chosenFilter, change } = useTimelineFilter();
  const { isReading: isPrinting } = usePrinting();
  // Paper shows all entries.
  const filter = isPrinting ? unfilteredTimeline : chosenFilter;
  const [isAdding, setAdding] = useState(false);
  const { investigation, rights, asOfMs } = page;
  const { pages, nextCursor, openPage, error, isLoading } = usePages(page, filter, isPrinting);
  const entries = joinEntries(pages);
  return (
    <section
      aria-labelledby="timeline"
      data-printed-part
      aria-busy={isPrinting && isLoading}
      className="text-xs"
    >
      <TimelineFilters filter={filter} onChange={change} />
      {rights.canComment && (
        <FocusRegion target="textarea">
          <CommentForm number={investigation.number} />
        </FocusRegion>
      )}
      {rights.canEdit && !isAdding && (
        <Button size="sm" variant="ghost" className="print:hidden" onClick={() => setAdding(true)}>
          Add an entry with a time
        </Button>
      )}
      {isAdding && (
        <ManualEntryForm number={investigation.number} asOfMs={asOfMs} onClose={() => setAdding(false)} />
      )}
      {error !== null && <p role="alert">{toSentence(error.message)}</p>}
      {isLoading && (
        <p aria-busy className="text-ink-2">
          Loading entries
        </p>
      )}
      {!isLoading && error === null && entries.length === 0 && (
        <p className="py-2 text-ink-2">{describeEmptyList(filter)}</p>
      )}
      <TimelineList number={investigation.number} entries={entries} asOfMs={asOfMs} canPin={rights.canEdit} />
      {nextCursor !== null && (
        <>
          <Button size="sm" className="mt-2 print:hidden" onClick={() => openPage(nextCursor)}>
            Show older entries
          </Button>
          <p className="hidden print:block">
            {isPrinting
              ? "Older entries are not printed, because reading them took more than a minute."
              : "Older entries are not printed. The button “Print” of the page prints all entries."}
          </p>
        </>
      )}
    </section>
  );
}

/**
 * Reads the pages of the timeline that the person opened, or all pages. The first page without a filter is part of `page`.
 */
function usePages(page: InvestigationResponse, filter: TimelineFilter, isComplete: boolean) {
  const queries = useQueryClient();
  const { number } = page.investigation;
  const [opened, setOpened] = useState<Readonly<Record<string, readonly string[]>>>({});
  const { topic, author, isPinned } = filter;
  const key = JSON.stringify([topic, author, isPinned]);
  const isFiltered = topic !== null || author !== null || isPinned;
  // Pages that were read for paper are not opened, so that later changes do not read them again.
  const cursors = isComplete
    ? listReadCursors(queries, page)
    : [...(isFiltered ? [null] : []), ...(opened[key] ?? [])];
  const results = useQueries({
    queries: cursors.map((cursor) => timelineQuery(number, { filter, cursor })),
  });
  const loaded = results.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const pages = isFiltered ? loaded : [page.timeline, ...loaded];
  const cursor = pages.at(-1)?.nextCursor ?? null;
  const isLoading = results.some(({ isPending }) => isPending);
  const openPage = (next: string): void =>
    setOpened((before) => ({ ...before, [key]: [...(before[key] ?? []), next] }));
  return {
    pages,
    nextCursor: isLoading ? null : cursor,
    openPage,
    isLoading,
    error: results.find((one) => one.error !== null)?.error ?? null,
  };
}

/** Returns the cursors of the pages after the first one that are in the cache, and of the page after them. */
function listReadCursors(
  queries: QueryClient,
  { investigation: { number }, timeline }: InvestigationResponse,
): readonly string[] {
  const cursors: string[] = [];
  for (let cursor = timeline.nextCursor; cursor !== null;) {
    cursors.push(cursor);
    const { queryKey } = timelineQuery(number, { filter: unfilteredTimeline, cursor });
    cursor = queries.getQueryData(queryKey)?.nextCursor ?? null;
  }
  return cursors;
}

/** Pages overlap after a new entry, so each entry is listed once. */
function joinEntries(
  pages: readonly { readonly entries: readonly TimelineEntry[] }[],
): readonly TimelineEntry[] {
  return [...new Map(pages.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry])).values()];
}
