/** What a panel can be in, whichever room it stands in; made from a door's outcome. */
import type { Answer } from "@/lib/model/answer";
import type { Problem } from "@/lib/model/problem";

export type PanelState =
  /** Out of view: not asked for until it comes near. */
  | { readonly kind: "unseen" }
  | { readonly kind: "loading" }
  | { readonly kind: "reading"; readonly forMs: number; readonly answer: Answer | null }
  | { readonly kind: "answered"; readonly answer: Answer }
  | {
      readonly kind: "failed";
      readonly problem: Pick<Problem, "title" | "detail" | "next">;
      readonly answer: Answer | null;
    };

export function answerOf(state: PanelState): Answer | null {
  return state.kind === "loading" || state.kind === "unseen" ? null : state.answer;
}

/** Whether what is shown is older than it should be: the last read failed, or the source no longer answers. */
export function isOutdated(state: PanelState): boolean {
  return state.kind === "failed" || (answerOf(state)?.stale ?? null) !== null;
}

/** An answer in which no series has a number anywhere, and why, when one reason explains all. */
export function wholeAbsence(
  answer: Answer,
): { readonly detail: string; readonly reason: string; readonly flag?: string } | null {
  if (answer.pointCount === 0 || answer.series.length === 0) return null;
  if (answer.series.some((series) => series.values.some((value) => value !== null))) return null;
  const [first] = answer.series;
  const reason = first?.absence[0]?.[2];
  if (first === undefined || reason === undefined) return null;
  if (first.headline.kind !== "absent") return { reason, detail: "" };
  return {
    reason,
    detail: first.headline.detail,
    ...(first.headline.flag === undefined ? {} : { flag: first.headline.flag }),
  };
}
