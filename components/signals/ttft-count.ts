/**
 * Whether TTFT speaks for all requests: over the points that both answers have, the requests a first token was timed for
 * against those that finished. A difference of more than 5 % is told, from 100 finished requests on: below that the requests
 * in flight at the window's ends can make it alone.
 */
import type { Answer } from "@/lib/model/answer";
import { formatCount, formatNumber, thinSpace } from "@/lib/format/number";

const tolerance = 0.05;
const fewestFinished = 100;

/** The sentence under the panel, made of what the page's panels have read; null where counts agree or cannot be compared. */
export function ttftCountWarning(read: (panelId: string) => Answer | null): string | null {
  const ttft = read("ttft");
  if (ttft === null) return null;
  const timed = countsOf(ttft, "ttft");
  const finished = finishedOf(read("requests"), "requests") ?? finishedOf(read("e2e"), "e2e");
  if (timed === null || finished === null) return null;
  const { left, right } = inCommon(timed, finished);
  // Points speak for a rate window each, and windows overlap: the shares are right, the sums are brought back to requests.
  const [timedCount, finishedCount] = [left, right].map(
    (sum) => (sum * ttft.stepMs) / Math.max(ttft.stepMs, ttft.rateWindowMs),
  ) as [number, number];
  if (finishedCount < fewestFinished) return null;
  const difference = timedCount / finishedCount - 1;
  if (Math.abs(difference) <= tolerance) return null;
  const share = `${formatNumber(Math.abs(difference) * 100)}${thinSpace}%`;
  const counts = `A first token was timed for about ${formatCount(timedCount)} requests while ${formatCount(finishedCount)} finished`;
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

type Counts = ReadonlyMap<number, number>;

function countsOf(answer: Answer, signal: string): Counts | null {
  const row = answer.counts.find((one) => one.signal === signal);
  return row === undefined ? null : byTime(answer, row.n);
}

function finishedOf(answer: Answer | null, signal: "requests" | "e2e"): Counts | null {
  if (answer === null || answer.split !== undefined) return null;
  if (signal === "e2e") return countsOf(answer, "e2e");
  const row = answer.series.find((one) => one.signal === "requests" && one.statistic === "rate");
  const seconds = answer.rateWindowMs / 1_000;
  return row === undefined
    ? null
    : byTime(
        answer,
        row.values.map((value) => (value === null ? null : value * seconds)),
      );
}

function byTime({ startMs, stepMs }: Answer, counts: readonly (number | null)[]): Counts {
  return new Map(
    counts.flatMap((n, index): [number, number][] => (n === null ? [] : [[startMs + index * stepMs, n]])),
  );
}

function inCommon(one: Counts, other: Counts): { readonly left: number; readonly right: number } {
  let [left, right] = [0, 0];
  for (const [timeMs, n] of one) {
    const beside = other.get(timeMs);
    if (beside === undefined) continue;
    left += n;
    right += beside;
  }
  return { left, right };
}
