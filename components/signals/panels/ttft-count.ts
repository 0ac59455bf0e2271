/**
 * Checks whether TTFT covers all requests. It compares the number of requests with a measured first token with the
 * number of finished requests over the headline window. It warns from 100 finished requests on, if the counts differ
 * by more than 5 % plus the change of requests in flight.
 */
import type { Answer } from "@/lib/model/answer";
import type { PresentReading, Reading } from "@/lib/model/reading";
import type { SignalId } from "@/lib/model/signals/signals";
import { ttftCountText } from "@/lib/sentences/signals/ttft-count-text";

const tolerance = 0.05;
const fewestFinished = 100;

/**
 * Returns a warning if TTFT was measured for fewer requests than have finished. It compares the answers of the panels.
 * Null if the counts agree or cannot be compared.
 */
export function ttftCountWarning(getPanelAnswer: (panelId: string) => Answer | null): string | null {
  const ttft = getPanelAnswer("ttft");
  const timed = ttft === null ? null : countOf(ttft, "ttft");
  if (ttft === null || timed === null) return null;
  const finished =
    finishedOf(getPanelAnswer("requests"), timed.windowMs) ??
    countOf(getPanelAnswer("e2e"), "e2e")?.n ??
    null;
  if (finished === null || finished < fewestFinished) return null;
  const inFlight = inFlightChange(getPanelAnswer("queue"), timed);
  if (Math.abs(timed.n - finished) <= tolerance * finished + inFlight) return null;
  return ttftCountText(
    { windowMs: timed.windowMs, firstTokenCount: timed.n, finishedCount: finished },
    ttft.notes.find(({ signal }) => signal === "ttft"),
  );
}

interface ObservationCount {
  readonly n: number;
  readonly windowMs: number;
  readonly atMs: number;
}

/**
 * Returns the number of observations behind the headlines, summed over the parts of a split. Null if there is no
 * current value, or if the count of one part is unknown.
 */
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

/** Returns the number of finished requests. Null if the rate's samples cover less than `windowMs`. */
function finishedOf(answer: Answer | null, windowMs: number): number | null {
  if (answer === null) return null;
  const headlines = partsOf(answer, "requests").flat();
  const rates = headlines.filter((one) => one.kind === "present");
  const isKnown = headlines.every(
    (one) => isQuiet(one) || (one.kind === "present" && one.windowMs >= windowMs),
  );
  return rates.length > 0 && isKnown ? (sumOf(rates.map(({ value }) => value)) * windowMs) / 1_000 : null;
}

/** Returns the headlines of a signal's statistics: one list for the total, or one per part of a split. */
function partsOf({ series }: Answer, signal: SignalId): readonly (readonly Reading[])[] {
  const signalSeries = series.filter((one) => one.signal === signal);
  return [...Map.groupBy(signalSeries, ({ group }) => JSON.stringify(group ?? null)).values()].map((rows) =>
    rows.map(({ headline }) => headline),
  );
}

const isCounted = (one: Reading): one is PresentReading => one.kind === "present" && one.n !== undefined;
/** A part without traffic counts as 0. */
const isQuiet = (one: Reading): boolean => one.kind === "absent" && one.reason === "no-traffic";
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/**
 * Returns by how many requests in flight the two counts may differ: the maximum of running requests in the window
 * minus the minimum. Points without a sample count as 0, because a server that restarts has first tokens of requests
 * that have not ended.
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
