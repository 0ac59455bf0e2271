/**
 * Whether TTFT speaks for all requests now: over the last minutes that the headlines stand for, the requests a first token was timed
 * for against those that finished. A difference of more than 5 % is told, beyond what began or ended in between and so is in one of
 * both alone, and from 100 finished requests on.
 */
import type { Answer } from "@/lib/model/answer";
import type { PresentReading } from "@/lib/model/reading";
import { formatCount, formatNumber, thinSpace } from "@/lib/format/number";
import { formatSpan } from "@/lib/format/time";

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
  const counts = `In the last ${formatSpan(timed.windowMs)} a first token was timed for about ${formatCount(timed.n)} requests while ${formatCount(Math.round(finished))} finished`;
  return difference < 0
    ? `${counts}, ${share} fewer: ${leftOut(ttft)}`
    : `${counts}, ${share} more: some are counted twice, or do not end as finished.`;
}

/** Who is missing from TTFT, as far as it is known of what tells it. */
function leftOut({ notes }: Answer): string {
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

interface Counted {
  readonly n: number;
  readonly windowMs: number;
  readonly atMs: number;
}

/** What the headline counted; null where there is none of now, and for a split, whose rows are parts. */
function countOf(answer: Answer | null, signal: "ttft" | "e2e"): Counted | null {
  if (answer === null || answer.split !== undefined) return null;
  const counted = answer.series
    .filter((one) => one.signal === signal)
    .map(({ headline }) => headline)
    .find((headline): headline is PresentReading => headline.kind === "present" && headline.n !== undefined);
  return counted?.n === undefined ? null : { n: counted.n, windowMs: counted.windowMs, atMs: counted.atMs };
}

/** Of a rate whose samples cover less than `windowMs` it is not known how many finished before. */
function finishedOf(answer: Answer | null, windowMs: number): number | null {
  if (answer === null || answer.split !== undefined) return null;
  const row = answer.series.find((one) => one.signal === "requests" && one.statistic === "rate");
  const headline = row?.headline;
  return headline?.kind === "present" && headline.windowMs >= windowMs
    ? (headline.value * windowMs) / 1_000
    : null;
}

/** By how many more or fewer ran at the end than at the beginning; none where it is not known. */
function inFlightChange(queue: Answer | null, { atMs, windowMs }: Counted): number {
  if (queue === null || queue.split !== undefined) return 0;
  const running = queue.series.find(({ signal }) => signal === "running")?.values;
  const at = (timeMs: number): number | null => {
    const index = Math.round((timeMs - queue.startMs) / queue.stepMs);
    return running?.[Math.min(index, queue.pointCount - 1)] ?? null;
  };
  const [before, now] = [at(atMs - windowMs), at(atMs)];
  return before === null || now === null ? 0 : Math.abs(now - before);
}
