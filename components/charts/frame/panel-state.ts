/** States of a panel, derived from the outcome of a request. */
import type { Answer } from "@/lib/model/answer";
import type { Problem } from "@/lib/model/problem";
import type { AbsentReading } from "@/lib/model/reading";

/** State of a panel's data. */
export type PanelState =
  /** Out of view: requested when it is near the viewport. */
  | { readonly kind: "offscreen" }
  | { readonly kind: "loading" }
  /** The server is still querying the source, for `pendingForMs` so far. */
  | { readonly kind: "pending"; readonly pendingForMs: number; readonly answer: Answer | null }
  | { readonly kind: "answered"; readonly answer: Answer }
  | {
      readonly kind: "failed";
      readonly problem: Pick<Problem, "title" | "detail" | "next">;
      readonly answer: Answer | null;
    };

/** Returns the displayed answer. Null before the first one. */
export function getAnswer(state: PanelState): Answer | null {
  return state.kind === "loading" || state.kind === "offscreen" ? null : state.answer;
}

/** Returns true if the displayed data is outdated: the last request failed, or the source does not respond. */
export function isOutdated(state: PanelState): boolean {
  return state.kind === "failed" || (getAnswer(state)?.stale ?? null) !== null;
}

type TotalAbsence = Omit<AbsentReading, "kind">;

/**
 * Returns the reason why no series of an answer has a value. It is "not-yet-known" if only the current value
 * exists, because the series began after the last point. Null if a series has a value, or if the reasons
 * differ.
 */
export function findTotalAbsence(answer: Answer): TotalAbsence | null {
  if (answer.pointCount === 0 || answer.series.length === 0) return null;
  if (answer.series.some((series) => series.values.some((value) => value !== null))) return null;
  if (answer.series.some(({ headline }) => headline.kind === "present"))
    return { reason: "not-yet-known", detail: "" };
  const [first] = answer.series;
  return first?.headline.kind === "absent" && first.absence.length > 0 ? first.headline : null;
}
