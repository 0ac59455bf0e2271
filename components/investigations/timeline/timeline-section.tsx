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
import { EntryForm } from "./entry-form";
import { TimelineList } from "./timeline-list";
import { timelineFilters, timelineQuery, type TimelineFilter } from "../record-requests";

const filterTitles: Readonly<Record<TimelineFilter, string>> = {
  everything: "All",
  comments: "Comments",
  pinned: "Pinned",
};

const emptyTexts: Readonly<Record<TimelineFilter, string>> = {
  everything: "No entries yet.",
  comments: "No comments yet. Write one above.",
  pinned: "No entry is pinned. Pin the entries that everyone should read first.",
};

/** Comments and changes of an investigation, newest first, and the field for a comment. */
export function TimelineSection({ page }: { readonly page: InvestigationResponse }) {
  const [chosenFilter, setFilter] = useState<TimelineFilter>("everything");
  const { isReading: isPrinting } = usePrinting();
  // Paper shows all entries.
  const filter = isPrinting ? "everything" : chosenFilter;
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
      <div className="flex items-center justify-between gap-2 pb-1">
        <h2 id="timeline" className="text-sm font-semibold">
          Timeline
        </h2>
        <div role="group" aria-label="Entries of the timeline" className="flex gap-1 print:hidden">
          {timelineFilters.map((one) => (
            <Button
              key={one}
              size="sm"
              variant={filter === one ? "selected" : "ghost"}
              aria-pressed={filter === one}
              onClick={() => setFilter(one)}
            >
              {filterTitles[one]}
            </Button>
          ))}
        </div>
      </div>
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
        <EntryForm number={investigation.number} asOfMs={asOfMs} onClose={() => setAdding(false)} />
      )}
      {error !== null && <p role="alert">{toSentence(error.message)}</p>}
      {isLoading && (
        <p aria-busy className="text-ink-2">
          Loading entries
        </p>
      )}
      {!isLoading && error === null && entries.length === 0 && (
        <p className="py-2 text-ink-2">{emptyTexts[filter]}</p>
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
  const [opened, setOpened] = useState<Readonly<Record<TimelineFilter, readonly string[]>>>({
    everything: [],
    comments: [],
    pinned: [],
  });
  const isFiltered = filter !== "everything";
  // Pages that were read for paper are not opened, so that later changes do not read them again.
  const cursors = isComplete
    ? listReadCursors(queries, page)
    : [...(isFiltered ? [null] : []), ...opened[filter]];
  const results = useQueries({
    queries: cursors.map((cursor) => timelineQuery(number, { filter, cursor })),
  });
  const loaded = results.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const pages = isFiltered ? loaded : [page.timeline, ...loaded];
  const cursor = pages.at(-1)?.nextCursor ?? null;
  const isLoading = results.some(({ isPending }) => isPending);
  const openPage = (next: string): void =>
    setOpened((before) => ({ ...before, [filter]: [...before[filter], next] }));
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
    const { queryKey } = timelineQuery(number, { filter: "everything", cursor });
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
