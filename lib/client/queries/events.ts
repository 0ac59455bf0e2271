/** What happened in a window, and writing it down, correcting it, taking it back. */
import { queryOptions } from "@tanstack/react-query";
import type { CreateEventBody, EditEventBody, EventResponse, EventsResponse } from "@/lib/contracts/events";
import type { ChangeEvent } from "@/lib/model/event";
import { fetchJson } from "@/lib/client/fetch-json";
import { liveIntervalMs } from "@/lib/client/polling";
import { askedAgainMs } from "@/lib/client/refusal";

export interface EventsAsk {
  readonly deployment: string;
  readonly from: string;
  readonly to: string;
  readonly live: boolean;
}

/** The first part of every key, for telling all lists that an event changed. */
export const eventsKey = ["events"] as const;

/** Somebody may write about a past window too. */
const restingIntervalMs = 15_000;
/** The door's most. */
const shownLimit = 500;

export function eventsQuery({ deployment, from, to, live }: EventsAsk) {
  return queryOptions({
    queryKey: [...eventsKey, deployment, from, to],
    queryFn: ({ signal }) =>
      fetchJson<EventsResponse>("/api/v1/events", {
        query: { deployment, from, to, limit: String(shownLimit) },
        signal,
      }),
    // Charts are drawn again for a new list, so an equal one stays the one it was.
    structuralSharing: true,
    placeholderData: (before, query) => (query?.queryKey[1] === deployment ? before : undefined),
    refetchInterval: (query) => {
      if (query.state.status === "error") return askedAgainMs(query.state.error);
      const intervalMs = live && liveIntervalMs(from, to);
      return intervalMs === false ? restingIntervalMs : intervalMs;
    },
  });
}

/** The same key makes the same event, however often it is sent. */
export function createEvent(body: CreateEventBody, idempotencyKey: string): Promise<EventResponse> {
  return fetchJson<EventResponse>("/api/v1/events", { method: "POST", body, idempotencyKey });
}

type Seen = Pick<ChangeEvent, "id" | "version">;

export function editEvent({ id, version }: Seen, body: EditEventBody): Promise<EventResponse> {
  return fetchJson<EventResponse>(`/api/v1/events/${id}`, { method: "PATCH", body, ifMatch: version });
}

export async function deleteEvent({ id, version }: Seen): Promise<void> {
  await fetchJson(`/api/v1/events/${id}`, { method: "DELETE", body: {}, ifMatch: version });
}
