"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { eventsQuery } from "@/lib/client/queries/events";
import type { ViewState } from "@/lib/client/url-state";
import type { Marker } from "@/components/charts/prepare/markers";
import type { ChangeEvent } from "@/lib/model/event";
import { toMarker } from "./event-marker";

export interface EventsView {
  readonly events: readonly ChangeEvent[];
  readonly markers: readonly Marker[];
  /** Null while the list is there or still being read. */
  readonly error: string | null;
  readonly isReading: boolean;
  /** More happened in the window than one page holds. */
  readonly isTruncated: boolean;
  /** The server's clock less the browser's, in ms. */
  readonly clockLeadMs: number;
}

const nothing: readonly ChangeEvent[] = [];

/** What happened to a deployment and to the whole fleet in the window, polled like its signals. */
export function useEvents(
  deployment: string | null,
  { from, to, live }: Pick<ViewState, "from" | "to" | "live">,
): EventsView {
  const { data, error, isPending, dataUpdatedAt } = useQuery({
    ...eventsQuery({ deployment: deployment ?? "", from, to, live }),
    enabled: deployment !== null,
  });
  const events = data?.events ?? nothing;
  const markers = useMemo(() => events.map(toMarker), [events]);
  return {
    events,
    markers,
    error: error === null ? null : error.message,
    isReading: isPending && error === null,
    isTruncated: (data?.nextCursor ?? null) !== null,
    clockLeadMs: data === undefined ? 0 : data.asOfMs - dataUpdatedAt,
  };
}
