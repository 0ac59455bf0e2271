/** Facts about the problem of a deployment, in addition to its status. A fact that is not known has a reason. */
import type { ChangeEvent } from "@/lib/model/event";
import type { DownSince } from "@/lib/model/reading";

/** A fact, or why it is not known. */
export type Fact<T> =
  | { readonly kind: "known"; readonly value: T }
  | { readonly kind: "unknown"; readonly reason: string };

/** The last event before the onset. */
export interface PrecedingEvent extends Pick<ChangeEvent, "kind" | "title" | "atMs"> {
  /** From the event to the onset. */
  readonly beforeMs: number;
}

export interface UsualLimits {
  readonly lower: number;
  readonly upper: number;
}

/** Share of requests above a limit. The ends differ if the limit is inside a bucket. */
export interface ShareRange {
  readonly lowerRatio: number;
  readonly upperRatio: number;
}

export interface VerdictFacts {
  /** Since when the present problems have existed without a longer interruption. */
  readonly since: Fact<DownSince>;
  readonly event: Fact<PrecedingEvent>;
  /** Usual range of the statistic that shows the problem, at this hour. Null if the status has no such statistic. */
  readonly usual: Fact<UsualLimits> | null;
  /** Share of the requests since the onset that exceeded the limit. Null if the limit applies to no single request. */
  readonly affected: Fact<ShareRange> | null;
}
