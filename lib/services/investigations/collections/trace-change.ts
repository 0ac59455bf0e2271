/** Compares requests after the start of the symptom, or after a change, with requests before this time, by phase. */
import { eventsContract } from "@/lib/contracts/events";
import { traceComparisonContract } from "@/lib/contracts/traces/trace-comparison";
import { sentenceText } from "@/lib/format/sentence-text";
import { eventKindTitles, type EventKind } from "@/lib/model/event";
import { listEvents } from "@/lib/services/events/list-events";
import { compareTraces } from "@/lib/services/traces/comparison/compare-traces";
import {
  searchedBeforeSymptomMs,
  createPathWithQuery,
  toTimeParameters,
  type DataCollector,
  type CollectionRequest,
} from "./data-collector";
import { listDifferences } from "./trace-differences";

/** Kinds of events that can change the duration of requests. */
const changeKinds: readonly EventKind[] = ["deploy", "configuration", "engine-version", "scaling"];
const minuteMs = 60_000;
const minSideMs = 5 * minuteMs;
const maxSideMs = 60 * minuteMs;
const maxEvents = 500;

/** Collects the phases in which requests after the start of the symptom, or after a change, differ from requests before this time. */
export const traceChange: DataCollector = {
  title: "Requests after the change compared with before",
  read: async (request) => {
    const { deployment, window, principal, requestId, signal } = request;
    const change = await findChange(request);
    if (change === null)
      return {
        reason:
          "The time of the change is not known. Enter when the symptom started, or add the event of the change.",
        stale: null,
      };
    const { atMs, name } = change;
    if (atMs >= window.endMs) return { reason: `No request is later than ${name}.`, stale: null };
    const sideMs = Math.min(Math.max(window.endMs - atMs, minSideMs), maxSideMs);
    const compared = { startMs: atMs - sideMs, endMs: Math.min(atMs + sideMs, window.endMs) };
    const groups = { a: "after", b: "before", changeAtMs: String(atMs), ...toTimeParameters(compared) };
    const sent = { deployment: deployment.slug, ...groups };
    const query = traceComparisonContract.query.parse(sent);
    const input = { params: {}, body: {}, principal, requestId, signal };
    const { headline, remainder, difference, ...read } = await compareTraces({ ...input, query });
    if (difference === null) return { reason: sentenceText(headline), stale: null };
    const sentences = [headline, ...(remainder === null ? [] : [remainder])].map(sentenceText);
    return {
      asOfMs: read.asOfMs,
      window: read.window,
      summary: [`Before and after ${name}.`, ...sentences].join(" "),
      values: listDifferences(difference, { name: "after minus before", count: read.a.n }),
      omittedCount: 0,
      stale: null,
      href: createPathWithQuery("/traces/compare", { d: deployment.slug, ...groups }),
      request: { method: "GET", path: createPathWithQuery(traceComparisonContract.path, sent), body: null },
    };
  },
};

interface Change {
  readonly atMs: number;
  /** Name of the time within a sentence: "the start of the symptom". */
  readonly name: string;
}

/** Returns the start of the symptom. If it is unknown, returns the change event that is nearest to the start of the window. */
async function findChange({ investigation, ...request }: CollectionRequest): Promise<Change | null> {
  const { startedAtMs } = investigation;
  if (startedAtMs !== null) return { atMs: startedAtMs, name: "the start of the symptom" };
  const { deployment, window, principal, requestId, signal } = request;
  const searched = { startMs: window.startMs - searchedBeforeSymptomMs, endMs: window.endMs };
  const query = eventsContract.query.parse({
    ...toTimeParameters(searched),
    deployment: deployment.slug,
    limit: maxEvents,
  });
  const { events } = await listEvents({ params: {}, query, body: {}, principal, requestId, signal });
  const distance = ({ atMs }: { readonly atMs: number }): number => Math.abs(atMs - window.startMs);
  const [nearest] = events
    .filter(({ kind, atMs }) => changeKinds.includes(kind) && atMs < window.endMs)
    .toSorted((one, other) => distance(one) - distance(other));
  return nearest === undefined
    ? null
    : { atMs: nearest.atMs, name: `the event “${nearest.title}” (${eventKindTitles[nearest.kind]})` };
}
