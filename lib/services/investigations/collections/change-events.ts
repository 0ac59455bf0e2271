/** Deploys, changes of the configuration and other events in the window. */
import { eventsContract } from "@/lib/contracts/events";
import { eventKindTitles } from "@/lib/model/event";
import { listEvents } from "@/lib/services/events/list-events";
import { createAddress, toTimeParameters, type Collection } from "./collection";

const maxEvents = 20;

/** Collects deploys, configuration changes and other events in the window. */
export const changeEvents: Collection = {
  title: "Events in the window",
  read: async ({ deployment, window, principal, requestId, signal }) => {
    const time = toTimeParameters(window);
    const sent = { ...time, deployment: deployment.slug };
    const query = eventsContract.query.parse(sent);
    const { asOfMs, events, nextCursor, ...read } = await listEvents({
      params: {},
      query,
      body: {},
      principal,
      requestId,
      signal,
    });
    const listed = events.slice(0, maxEvents);
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
      href: createAddress("/signals", { d: deployment.slug, ...time, panel: "events" }),
      request: { method: "GET", path: createAddress(eventsContract.path, sent), body: null },
    };
  },
};

function describeCount(count: number, hasMore: boolean): string {
  if (count === 0) return "No event is recorded in this window.";
  if (hasMore) return `More than ${count} events are recorded in this window.`;
  return count === 1 ? "1 event is recorded in this window." : `${count} events are recorded in this window.`;
}
