/**
 * Whether TTFT speaks for all requests now: over the last minutes that the headlines stand for, the requests a first token was timed
 * for against those that finished. A difference of more than 5 % is told, beyond what began or ended in between and so is in one of
 * both alone, and from 100 finished requests on.
 */
import type { Answer } from "@/lib/model/answer";
import type { PresentReading, Reading } from "@/lib/model/reading";
import type { SignalId } from "@/lib/model/signals";
import { formatCount, formatNumber, thinSpace } from "@/lib/format/number";
import { formatCoarseDuration } from "@/lib/format/time";

const tolerance = 0.05;
const fewestFinished = 100;

/** The sentence under the panel, made of what the page's panels have read; null where counts agree or cannot be compared. */
export function ttftCountWarning(read: (panelId: string) => Answer | null): string | null {
  const ttft = read("ttft");
  const timed = ttft === null ? null : countOf(ttft, "ttft");
  if (ttft === null || timed === null) return null;
  const finished = finishedOf(read("requests"), timed.windowMs) ?? countOf(read("e2e"), "e2e")?.n ?? null;
  if (finished === null || finished < fewestFinished) return null;
  const difference = timed.n / finished - 1;
  const inFlight = inFlightChange(read("queue"), timed);
  if (Math.abs(timed.n - finished) <= tolerance * finished + inFlight) return null;
  const share = `${formatNumber(Math.abs(difference) * 100)}${thinSpace}%`;
  const counts = `In the last ${formatCoarseDuration(timed.windowMs)} a first token was timed for about ${formatCount(timed.n)} requests while ${formatCount(Math.round(finished))} finished`;
  return difference < 0
    ? `${counts}, ${share} fewer: ${missingRequestsText(ttft)}`
    : `${counts}, ${share} more: some are counted twice, or do not end as finished.`;
}

/** Who is missing from TTFT, as far as it is known of what tells it. */
function missingRequestsText({ notes }: Answer): string {
  const note = notes.find(({ signal }) => signal === "ttft");
  switch (note?.reports) {
    case "streamed":
      return `${note.from ?? "This engine"} times the first token of streamed answers alone.`;
    case "all":
      return "TTFT leaves out those that fail or are given up before their first token, or make no text.";
    case undefined:
      return "TTFT leaves some out, such as those that do not stream, fail or are given up early.";
  }
}

interface ObservationCount {
  readonly n: number;
  readonly windowMs: number;
  readonly atMs: number;
}

/** What the headlines counted, parts of a split together; null where there is none of now, or one part's is not known. */
function countOf(answer: Answer | null, signal: "ttft" | "e2e"): ObservationCount | null {
  if (answer === null) return null;
  const parts = partsOf(answer, signal);
  const counted = parts.flatMap((headlines) => headlines.find(isCounted) ?? []);
  const [first] = counted;
  const isKnown = parts.every((headlines) => headlines.some((one) => isCounted(one) || isQuiet(one)));
  if (first === undefined || !isKnown || counted.some(({ windowMs }) => windowMs !== first.windowMs))
    return null;
  return { n: sumOf(counted.map(({ n }) => n ?? 0)), windowMs: first.windowMs, atMs: first.atMs };
}

/** Of a rate whose samples cover less than `windowMs` it is not known how many finished before. */
function finishedOf(answer: Answer | null, windowMs: number): number | null {
  if (answer === null) return null;
  const headlines = partsOf(answer, "requests").flat();
  const rates = headlines.filter((one) => one.kind === "present");
  const isKnown = headlines.every(
    (one) => isQuiet(one) || (one.kind === "present" && one.windowMs >= windowMs),
  );
  return rates.length > 0 && isKnown ? (sumOf(rates.map(({ value }) => value)) * windowMs) / 1_000 : null;
}

/** The headlines of a signal's statistics: one list for the whole, or one for each part of a split. */
function partsOf({ series }: Answer, signal: SignalId): readonly (readonly Reading[])[] {
  const signalSeries = series.filter((one) => one.signal === signal);
  return [...Map.groupBy(signalSeries, ({ group }) => JSON.stringify(group ?? null)).values()].map((rows) =>
    rows.map(({ headline }) => headline),
  );
}

const isCounted = (one: Reading): one is PresentReading => one.kind === "present" && one.n !== undefined;
/** A part to which nobody came counts as none. */
const isQuiet = (one: Reading): boolean => one.kind === "absent" && one.reason === "no-traffic";
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/**
 * How many of the requests in flight one of both counts may lack: the most that ran at a time of the window, less the fewest. None
 * ran where there was no sample: a server that begins, or begins again, has first tokens of requests that have not ended.
 */
function inFlightChange(queue: Answer | null, { atMs, windowMs }: ObservationCount): number {
  if (queue === null) return 0;
  const running = queue.series.filter(({ signal }) => signal === "running");
  if (running.length === 0) return 0;
  const indexAt = (timeMs: number): number =>
    Math.min(Math.round((timeMs - queue.startMs) / queue.stepMs), queue.pointCount - 1);
  const [first, last] = [indexAt(atMs - windowMs), indexAt(atMs)];
  const counts = Array.from({ length: last - first + 1 }, (_, step) =>
    sumOf(running.map(({ values }) => values[first + step] ?? 0)),
  );
  return Math.max(...counts) - Math.min(...counts);
}
