/** Deploys, changes of the configuration and other events in the window and the hour before. */
import { eventsContract, type EventsResponse } from "@/lib/contracts/events";
import { eventKindTitles } from "@/lib/model/event";
import { maxWindowMs, type TimeWindow } from "@/lib/model/time-window";
import { listEvents } from "@/lib/services/events/list-events";
import {
  searchedBeforeSymptomMs,
  createPathWithQuery,
  toTimeParameters,
  type DataCollector,
  type CollectionRequest,
} from "./data-collector";

type ChangeEvent = EventsResponse["events"][number];

const maxEvents = 20;
const maxRead = 500;

/** Collects deploys, configuration changes and other events in the window and the hour before. */
export const changeEvents: DataCollector = {
  title: "Events in the window and the hour before",
  read: async ({ deployment, principal, requestId, signal, ...request }) => {
    const time = toTimeParameters(searchedWindow(request));
    const sent = { ...time, deployment: deployment.slug, limit: String(maxRead) };
    const query = eventsContract.query.parse(sent);
    const { asOfMs, events, nextCursor, ...read } = await listEvents({
      params: {},
      query,
      body: {},
      principal,
      requestId,
      signal,
    });
    const listed = selectNearest(events, request.sinceMs);
    return {
      asOfMs,
      window: read.window,
      summary: describeCount(events.length, nextCursor !== null),
      values: listed.map(({ kind, title, atMs }) => ({
        kind: "text",
        label: eventKindTitles[kind],
        text: title,
        atMs,
      })),
      omittedCount: events.length - listed.length,
      stale: null,
      href: createPathWithQuery("/signals", { d: deployment.slug, ...time, panel: "events" }),
      request: { method: "GET", path: createPathWithQuery(eventsContract.path, sent), body: null },
    };
  },
};

/**
 * Returns the window that is searched. It begins before the symptom, because a cause is earlier than its symptom. The
 * limit of the window of metrics does not apply, because events are few.
 */
export function searchedWindow({
  window: { startMs, endMs },
  sinceMs,
}: Pick<CollectionRequest, "window" | "sinceMs">): TimeWindow {
  const firstMs = Math.min(startMs, sinceMs) - searchedBeforeSymptomMs;
  return { startMs: Math.max(firstMs, endMs - maxWindowMs), endMs };
}

/** Returns the events nearest to the start of the symptom, in the order of the list. */
function selectNearest(events: readonly ChangeEvent[], sinceMs: number): readonly ChangeEvent[] {
  const distance = ({ atMs }: ChangeEvent): number => Math.abs(atMs - sinceMs);
  const nearest = new Set(
    events.toSorted((one, other) => distance(one) - distance(other)).slice(0, maxEvents),
  );
  return events.filter((event) => nearest.has(event));
}

function describeCount(count: number, hasMore: boolean): string {
  if (count === 0) return "No event is recorded in this window.";
  if (hasMore) return `More than ${count} events are recorded in this window.`;
  return count === 1 ? "1 event is recorded in this window." : `${count} events are recorded in this window.`;
}
