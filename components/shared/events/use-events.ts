"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { eventsQuery } from "@/lib/client/queries/events";
import type { ViewState } from "@/lib/client/url-state";
import type { Marker } from "@/components/charts/prepare/markers";
import type { ChangeEvent } from "@/lib/model/event";
import { toEventMarker } from "./event-marker";

/** Events of the window and the state of their query. */
export interface PolledEvents {
  readonly events: readonly ChangeEvent[];
  readonly markers: readonly Marker[];
  /** Null while loading and after success. */
  readonly error: string | null;
  readonly isLoading: boolean;
  /** True if the time window has more events than one response. */
  readonly isTruncated: boolean;
  /** Server clock minus browser clock, in ms. */
  readonly clockLeadMs: number;
}

const nothing: readonly ChangeEvent[] = [];

/** Polls the events of a deployment and of all deployments in the time window. */
export function useEvents(
  deployment: string | null,
  { from, to, live }: Pick<ViewState, "from" | "to" | "live">,
): PolledEvents {
  const { data, error, isPending, dataUpdatedAt } = useQuery({
    ...eventsQuery({ deployment: deployment ?? "", from, to, live }),
    enabled: deployment !== null,
  });
  const events = data?.events ?? nothing;
  const markers = useMemo(() => events.map(toEventMarker), [events]);
  return {
    events,
    markers,
    error: error === null ? null : error.message,
    isLoading: isPending && error === null,
    isTruncated: (data?.nextCursor ?? null) !== null,
    clockLeadMs: data === undefined ? 0 : data.asOfMs - dataUpdatedAt,
  };
}
