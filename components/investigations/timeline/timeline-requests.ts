/** Reads pages of the filtered timeline of an investigation. */
import { queryOptions } from "@tanstack/react-query";
import type { TimelineResponse } from "@/lib/contracts/investigations/timeline";
import { fetchJson } from "@/lib/client/fetch-json";
import type { TimelineTopic } from "@/lib/model/investigation/timeline-entry";
import { investigationKey } from "../investigation-requests";

/** Which entries of the timeline are listed. */
export interface TimelineFilter {
  /** Null lists all topics. */
  readonly topic: TimelineTopic | null;
  /** Id of the person who made the change. Null lists the entries of all people. */
  readonly author: string | null;
  readonly isPinned: boolean;
}

/** Lists all entries. */
export const unfilteredTimeline: TimelineFilter = { topic: null, author: null, isPinned: false };

/** One page of the filtered timeline. */
export interface TimelinePosition {
  readonly filter: TimelineFilter;
  /** Null for the first page. */
  readonly cursor: string | null;
}

/** Reads a page of the timeline, newest entries first. */
export function timelineQuery(investigationNumber: number, { filter, cursor }: TimelinePosition) {
  return queryOptions({
    queryKey: [...investigationKey(investigationNumber), "timeline", filter, cursor] as const,
    queryFn: ({ signal }) =>
      fetchJson<TimelineResponse>(`/api/v1/investigations/${investigationNumber}/timeline`, {
        query: {
          topic: filter.topic,
          author: filter.author,
          pinned: filter.isPinned ? "true" : null,
          cursor,
        },
        signal,
      }),
  });
}
