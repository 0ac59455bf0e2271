/** Start of the present problem and the event before it, as the headline of the deployment states them. */
import type { Sentence } from "@/lib/model/sentence";
import { eventLinkLeadMs } from "@/lib/model/status/problem-facts";

/** Time at which a problem began, and the time of the last event before it. */
export interface ProblemOnset {
  readonly atMs: number;
  readonly eventAtMs: number;
}

/** Reads the onset from the headline's sentence. Null if the sentence names no start or no event. */
export function findProblemOnset(sentence: Sentence | undefined): ProblemOnset | null {
  const start = sentence?.find((part) => part.kind === "down-since");
  const link = sentence?.find((part) => part.kind === "link" && part.target.page === "events");
  if (start?.kind !== "down-since" || start.since.kind !== "since" || link?.kind !== "link") return null;
  const { fromMs } = link.target;
  return fromMs === undefined ? null : { atMs: start.since.atMs, eventAtMs: fromMs + eventLinkLeadMs };
}

const minuteMs = 60_000;

/** Returns "2 min before the onset", rounded as in the headline. */
export function onsetText({ atMs, eventAtMs }: ProblemOnset): string {
  const minutes = Math.round(Math.max(0, atMs - eventAtMs) / minuteMs);
  return minutes < 1 ? "right before the onset" : `${minutes} min before the onset`;
}
