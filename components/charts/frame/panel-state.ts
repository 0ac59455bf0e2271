/** What a panel can be in, whichever room it stands in; made from a door's outcome. */
import type { Answer } from "@/lib/model/answer";
import type { Problem } from "@/lib/model/problem";
import type { AbsentReading } from "@/lib/model/reading";

export type PanelState =
  /** Out of view: not asked for until it comes near. */
  | { readonly kind: "offscreen" }
  | { readonly kind: "loading" }
  | { readonly kind: "reading"; readonly forMs: number; readonly answer: Answer | null }
  | { readonly kind: "answered"; readonly answer: Answer }
  | {
      readonly kind: "failed";
      readonly problem: Pick<Problem, "title" | "detail" | "next">;
      readonly answer: Answer | null;
    };

export function answerOf(state: PanelState): Answer | null {
  return state.kind === "loading" || state.kind === "offscreen" ? null : state.answer;
}

/** Whether what is shown is older than it should be: the last read failed, or the source no longer answers. */
export function isOutdated(state: PanelState): boolean {
  return state.kind === "failed" || (answerOf(state)?.stale ?? null) !== null;
}

type TotalAbsence = Omit<AbsentReading, "kind">;

/**
 * An answer in which no series has a number anywhere, and why, when one reason explains all. What has a number now is there:
 * it only began after the window's last point, whatever was the reason before that.
 */
export function totalAbsence(answer: Answer): TotalAbsence | null {
  if (answer.pointCount === 0 || answer.series.length === 0) return null;
  if (answer.series.some((series) => series.values.some((value) => value !== null))) return null;
  if (answer.series.some(({ headline }) => headline.kind === "present"))
    return { reason: "not-yet-known", detail: "" };
  const [first] = answer.series;
  return first?.headline.kind === "absent" && first.absence.length > 0 ? first.headline : null;
}
