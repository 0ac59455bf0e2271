/**
 * The watch of a fix: windows with the hours of the validation on later days, each compared with the validated window. Two
 * consecutive windows that are worse reopen the investigation.
 */
import { overallVerdicts } from "@/lib/model/comparison/verdicts";

/** States of the watch. "relapsed": a later window was worse. */
export const watchStates = ["active", "ended", "relapsed"] as const;
/** State of the watch of a validated fix. */
export type WatchState = (typeof watchStates)[number];

/** Verdicts on one window of the watch. */
export const watchVerdicts = overallVerdicts;
/** Verdict on one window of the watch. */
export type WatchVerdict = (typeof watchVerdicts)[number];

/** Changes of a watch that the timeline records. A relapse is recorded as a new round. */
export const watchActions = ["started", "worse", "ended"] as const;

/** An evaluated window. Times are in ms since 1970. */
export interface WatchedWindow {
  readonly startMs: number;
  readonly endMs: number;
  readonly verdict: WatchVerdict;
}

/**
 * Decision about a watch after a window was evaluated.
 *
 * - `continue`: the newest window has a verdict
 * - `paused`: the newest window has no verdict
 * - `reopen`: two consecutive windows are worse
 */
export type WatchDecision = "continue" | "paused" | "reopen";

/** Decision about a watch, with the windows on which it is based. */
export interface WatchOutcome {
  readonly decision: WatchDecision;
  /** Windows with a verdict. */
  readonly judgedCount: number;
  /** Worse windows that no healthy window follows. Two or more reopen the investigation. */
  readonly worse: readonly WatchedWindow[];
}

const worseCountOfRelapse = 2;

/**
 * Decides whether the watch continues. The windows may be in any order. A window without a verdict is a gap:
 * two worse windows with a gap between them are still consecutive. A worse window that overlaps the previous
 * worse one shares its data and does not count again. A relapse is final: later windows do not withdraw it.
 */
export function judgeWatch(windows: readonly WatchedWindow[]): WatchOutcome {
  const ordered = windows.toSorted((one, other) => one.startMs - other.startMs);
  const judgedCount = ordered.filter(({ verdict }) => verdict !== "cannot-tell").length;
  let worse: readonly WatchedWindow[] = [];
  for (const window of ordered) {
    if (window.verdict === "cannot-tell") continue;
    if (window.verdict !== "worse") worse = [];
    else if (window.startMs >= (worse.at(-1)?.endMs ?? -Infinity)) worse = [...worse, window];
    if (worse.length >= worseCountOfRelapse) return { decision: "reopen", judgedCount, worse };
  }
  const isPaused = ordered.at(-1)?.verdict === "cannot-tell";
  return { decision: isPaused ? "paused" : "continue", judgedCount, worse };
}

/**
 * Returns whether fewer than half of the due windows have a verdict. The watch then cannot state that the
 * effect lasts.
 */
export function hasTooFewVerdicts(judgedCount: number, dueCount: number): boolean {
  return judgedCount * 2 < dueCount;
}
