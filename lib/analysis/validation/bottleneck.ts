/**
 * Whether the bottleneck moved: the part that takes most of the time before and after a fix. It is judged by the phases
 * of traced requests, and by the bound of the steps in the roofline. A part that is only slightly larger than the
 * second-largest part is not the bottleneck.
 */
import { listBounds, type BoundBy } from "@/lib/analysis/roofline/bounds/bound-by";
import type { BottleneckVerdict } from "@/lib/model/investigation/validation";
import type { PhaseId } from "@/lib/model/traces/phase";

/** Mean time of one phase per request, before and after the fix. */
export interface ComparedPhase {
  readonly phase: PhaseId;
  readonly before: number;
  readonly after: number;
  /** 95 % interval of after − before; null with too few requests. */
  readonly interval: { readonly lower: number; readonly upper: number } | null;
}

/** Why the phases have no verdict. */
export type PhaseReason =
  | { readonly kind: "few-requests"; readonly side: "before" | "after"; readonly count: number }
  /** On one side, two phases take about equally long, so that neither is the bottleneck. */
  | { readonly kind: "close"; readonly side: "before" | "after"; readonly other: PhaseId }
  /** Spans do not explain most of the time. */
  | { readonly kind: "unexplained"; readonly side: "before" | "after" }
  /** The longest phases differ, but the changes of the phases may be due to chance. */
  | { readonly kind: "chance" };

/** Compares the longest phase of requests before and after the fix. */
export interface PhaseMove {
  readonly verdict: BottleneckVerdict;
  /** The longest phase before the fix; null without phases. */
  readonly from: PhaseId | null;
  readonly to: PhaseId | null;
  /** Reason why there is no verdict; null if there is a verdict. */
  readonly reason: PhaseReason | null;
}

/** Smallest number of traced requests per side for which phases are compared. */
export const minTracedRequests = 20;
/** Smallest factor by which the longest phase must be longer than the second-longest phase. */
const minLead = 1.1;

interface PhaseCounts {
  readonly beforeCount: number;
  readonly afterCount: number;
}

/**
 * Judges whether another phase takes the longest time after the fix: "moved", "same", or "cannot tell" with
 * a reason.
 */
export function judgePhaseMove(
  phases: readonly ComparedPhase[],
  { beforeCount, afterCount }: PhaseCounts,
): PhaseMove {
  const from = findLongest(phases, "before");
  const to = findLongest(phases, "after");
  const undecided = (reason: PhaseReason): PhaseMove => ({
    verdict: "cannot-tell",
    from: from.phase,
    to: to.phase,
    reason,
  });
  for (const [side, count] of [
    ["before", beforeCount],
    ["after", afterCount],
  ] as const)
    if (count < minTracedRequests) return undecided({ kind: "few-requests", side, count });
  for (const [side, longest] of [
    ["before", from],
    ["after", to],
  ] as const) {
    if (longest.phase === null || longest.phase === "unexplained")
      return undecided({ kind: "unexplained", side });
    if (longest.close !== null) return undecided({ kind: "close", side, other: longest.close });
  }
  if (from.phase === to.phase) return { verdict: "same", from: from.phase, to: to.phase, reason: null };
  const changed = phases.filter(({ phase }) => phase === from.phase || phase === to.phase);
  const isSignificant = changed.some(
    ({ phase, interval }) =>
      interval !== null && (phase === from.phase ? interval.upper < 0 : interval.lower > 0),
  );
  return isSignificant
    ? { verdict: "moved", from: from.phase, to: to.phase, reason: null }
    : undecided({ kind: "chance" });
}

interface Longest {
  readonly phase: PhaseId | null;
  /** A further phase that takes about equally long; null if there is none. */
  readonly close: PhaseId | null;
}

function findLongest(phases: readonly ComparedPhase[], side: "before" | "after"): Longest {
  const [first, second] = phases.toSorted((one, other) => other[side] - one[side]);
  if (first === undefined || !(first[side] > 0)) return { phase: null, close: null };
  const isClose = second !== undefined && first[side] < minLead * second[side];
  return { phase: first.phase, close: isClose ? second.phase : null };
}

/** Bound of a step, as the roofline classified it. */
export interface ClassifiedBound {
  readonly boundBy: BoundBy;
  readonly secondBound: BoundBy | null;
}

/**
 * Judges whether the resource that bounds a step changed. "moved": no bound is the same before and after. "same": all
 * bounds are the same. "cannot-tell": only some bounds are the same, or the bounds of a side are unknown.
 */
export function judgeBoundMove(
  before: ClassifiedBound | null,
  after: ClassifiedBound | null,
): BottleneckVerdict {
  if (before === null || after === null) return "cannot-tell";
  const [was, is] = [before, after].map((bound) => new Set(listResources(bound)));
  if (was === undefined || is === undefined) return "cannot-tell";
  if (was.isDisjointFrom(is)) return "moved";
  return was.isSubsetOf(is) && is.isSubsetOf(was) ? "same" : "cannot-tell";
}

function listResources({ boundBy, secondBound }: ClassifiedBound): readonly BoundBy[] {
  return listBounds(boundBy, secondBound).flatMap((bound): readonly BoundBy[] =>
    bound === "mixed" ? ["memory", "compute"] : [bound],
  );
}
