/** Facts about the problem of a deployment, in addition to its status. A fact that is not known has a reason. */
import type { ChangeEvent } from "@/lib/model/event";
import type { DownSince } from "@/lib/model/reading";

/**
 * Reason why a fact is missing. `pending`: the fact is still being read. `learning`: there is too little history for
 * the fact.
 */
export interface UnknownFact {
  readonly kind: "unknown" | "pending" | "learning";
  readonly reason: string;
}

/** Fact about a problem, or the reason why it is missing. */
export type Fact<T> = { readonly kind: "known"; readonly value: T } | UnknownFact;

/** Last event before a problem began. */
export interface PrecedingEvent extends Pick<ChangeEvent, "kind" | "title" | "atMs"> {
  /** Time from the event to the onset of the problem. */
  readonly beforeMs: number;
}

/** A link to the event before a problem opens the events from this long before the event. */
export const eventLinkLeadMs = 30 * 60_000;

/** Lower and upper limit of a usual range, in the signal's unit. */
export interface UsualLimits {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Possible range of the fraction of requests above a limit, 0 to 1. Both ends are equal unless the limit is
 * inside a bucket.
 */
export interface ShareRange {
  readonly lowerRatio: number;
  readonly upperRatio: number;
}

/** Facts about the current problem of a deployment, for its sentence. */
export interface ProblemFacts {
  /** Time since which the present problems have existed without a longer interruption. */
  readonly since: Fact<DownSince>;
  readonly event: Fact<PrecedingEvent>;
  /** Usual range of the statistic that shows the problem, at this hour. Null if the status has no such statistic. */
  readonly usual: Fact<UsualLimits> | null;
  /**
   * Share of the requests since the onset that exceeded the limit. Null if the limit does not apply to individual
   * requests.
   */
  readonly affected: Fact<ShareRange> | null;
}
