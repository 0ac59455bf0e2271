/** Queries for the events of a window; creates, edits and deletes events. */
import type { CreateEventBody, EditEventBody, EventResponse, eventsContract } from "@/lib/contracts/events";
import type { ChangeEvent } from "@/lib/model/event";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { liveIntervalMs } from "@/lib/client/polling";
import { retryDelayMs } from "@/lib/client/retry";

/** Deployment and window of a list of events. */
export interface EventsQueryParams {
  readonly deployment: string;
  readonly from: string;
  readonly to: string;
  readonly live: boolean;
}

/** First part of the cache key of all event queries, to invalidate them together. */
export const eventsKey = ["/api/v1/events"] as const;

/** Polling interval of a window that does not end now, because events can be added to past windows too. */
const idleIntervalMs = 15_000;
/** Maximum number of events that the endpoint returns. */
const maxEvents = 500;

/** Creates the query for the events of a deployment in a window. */
export function eventsQuery({ deployment, from, to, live }: EventsQueryParams) {
  return endpointQuery<typeof eventsContract>(
    ...eventsKey,
    { deployment, from, to, limit: String(maxEvents) },
    {
      // A new list redraws the charts, so an equal list keeps its identity.
      structuralSharing: true,
      placeholderData: (before, query) => (query?.queryKey[1].deployment === deployment ? before : undefined),
      refetchInterval: (query) => {
        if (query.state.status === "error") return retryDelayMs(query.state.error);
        const intervalMs = live && liveIntervalMs(from, to);
        return intervalMs === false ? idleIntervalMs : intervalMs;
      },
    },
  );
}

/** Creates an event. A repeated request with the same key creates no second event. */
export function createEvent(body: CreateEventBody, idempotencyKey: string): Promise<EventResponse> {
  return fetchJson<EventResponse>("/api/v1/events", { method: "POST", body, idempotencyKey });
}

type EventVersion = Pick<ChangeEvent, "id" | "version">;

/** Edits an event, based on the displayed version. */
export function editEvent({ id, version }: EventVersion, body: EditEventBody): Promise<EventResponse> {
  return fetchJson<EventResponse>(`/api/v1/events/${id}`, { method: "PATCH", body, ifMatch: version });
}

/** Deletes an event, based on the displayed version. */
export async function deleteEvent({ id, version }: EventVersion): Promise<void> {
  await fetchJson(`/api/v1/events/${id}`, { method: "DELETE", body: {}, ifMatch: version });
}
