/** What happened in a window, and writing it down, correcting it, taking it back. */
import { queryOptions } from "@tanstack/react-query";
import type { CreateEventBody, EditEventBody, EventResponse, EventsResponse } from "@/lib/contracts/events";
import type { ChangeEvent } from "@/lib/model/event";
import { fetchJson } from "@/lib/client/fetch-json";
import { liveIntervalMs } from "@/lib/client/polling";
import { retryDelayMs } from "@/lib/client/retry";

export interface EventsQueryParams {
  readonly deployment: string;
  readonly from: string;
  readonly to: string;
  readonly live: boolean;
}

/** The first part of every key, for telling all lists that an event changed. */
export const eventsKey = ["events"] as const;

/** Somebody may write about a past window too. */
const idleIntervalMs = 15_000;
/** The door's most. */
const maxEvents = 500;

export function eventsQuery({ deployment, from, to, live }: EventsQueryParams) {
  return queryOptions({
    queryKey: [...eventsKey, deployment, from, to],
    queryFn: ({ signal }) =>
      fetchJson<EventsResponse>("/api/v1/events", {
        query: { deployment, from, to, limit: String(maxEvents) },
        signal,
      }),
    // Charts are drawn again for a new list, so an equal one stays the one it was.
    structuralSharing: true,
    placeholderData: (before, query) => (query?.queryKey[1] === deployment ? before : undefined),
    refetchInterval: (query) => {
      if (query.state.status === "error") return retryDelayMs(query.state.error);
      const intervalMs = live && liveIntervalMs(from, to);
      return intervalMs === false ? idleIntervalMs : intervalMs;
    },
  });
}

/** The same key makes the same event, however often it is sent. */
export function createEvent(body: CreateEventBody, idempotencyKey: string): Promise<EventResponse> {
  return fetchJson<EventResponse>("/api/v1/events", { method: "POST", body, idempotencyKey });
}

type EventVersion = Pick<ChangeEvent, "id" | "version">;

export function editEvent({ id, version }: EventVersion, body: EditEventBody): Promise<EventResponse> {
  return fetchJson<EventResponse>(`/api/v1/events/${id}`, { method: "PATCH", body, ifMatch: version });
}

export async function deleteEvent({ id, version }: EventVersion): Promise<void> {
  await fetchJson(`/api/v1/events/${id}`, { method: "DELETE", body: {}, ifMatch: version });
}
