/**
 * Decides whether a source is asked at all. It opens after 5 failures in a row or when half of the last 20 failed,
 * at once when credentials are refused, and for as long as a `Retry-After` says. While open it sends small probes:
 * every 1.5 s ± 20 %, or every 60 s after refused credentials. A good probe lets readers through again; the first
 * reader's outcome then decides between closed and open.
 *
 *   closed ──5 in a row, 10 of 20, 401/403, Retry-After──▶ open ──good probe, retryNow──▶ half-open
 *      ▲                                                    ▲                                │
 *      └────────────────────── a reader succeeds ───────────┼────────────────────────────────┤
 *                                                           └──────── a reader fails ────────┘
 */
import { AppError } from "@/lib/model/app-error";
import type { ProblemCode } from "@/lib/model/problem";
import type { Timekeeper } from "./timekeeper";

export const breakerRules = {
  failuresInARow: 5,
  outcomeCount: 20,
  failedShareRatio: 0.5,
  probeEveryMs: 1_500,
  probeSpreadRatio: 0.2,
  authProbeEveryMs: 60_000,
  /** A server may ask for hours; a person in front of the screen should not wait longer than this. */
  maxPauseMs: 300_000,
} as const;

export interface BreakerError {
  readonly code: ProblemCode;
  readonly detail: string;
}

export type BreakerState =
  | { readonly kind: "closed"; readonly lastGoodAtMs: number | null }
  | {
      readonly kind: "open" | "half-open";
      /** When it opened; stays the same over failed probes. */
      readonly sinceMs: number;
      readonly error: BreakerError;
      readonly lastGoodAtMs: number | null;
    };

/** Undefined when the source answered well. */
export type Probe = () => Promise<AppError | undefined>;

export interface BreakerParts {
  readonly time: Timekeeper;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly probe: Probe;
  readonly onChange: (state: BreakerState) => void;
}

/**
 * What became of one admitted read. Not counted is what says nothing of now: outcomes of reads that began before the breaker
 * last moved, and failures of reads that began before one that was answered well (those of a source that hung end at their
 * limit, seconds after it is back). A refusal of credentials and a wait that is asked for always count.
 */
export interface Admission {
  readonly succeeded: () => void;
  readonly failed: (error: AppError) => void;
}

export interface Breaker {
  readonly state: () => BreakerState;
  /** Throws the trouble while open; lets pass otherwise. */
  readonly admit: () => Admission;
  /** Lets the next reader through at once, whatever the wait. */
  readonly retryNow: () => void;
  readonly close: () => void;
}

export function createBreaker(parts: BreakerParts): Breaker {
  const { time, random } = parts;
  let state: BreakerState = { kind: "closed", lastGoodAtMs: null };
  let outcomes: readonly boolean[] = [];
  let cancelTimer: (() => void) | undefined;
  /** Answers to probes that began in an earlier phase say nothing about this one. */
  let phase = 0;
  /** When the latest of the reads that were answered well began. */
  let goodBeganMs = Number.NEGATIVE_INFINITY;

  const enter = (next: BreakerState): void => {
    const isNews = next.kind !== state.kind || errorText(next) !== errorText(state);
    state = next;
    if (isNews) parts.onChange(state);
  };

  const waitBeforeProbeMs = (error: AppError): number => {
    if (error.retryAfterMs !== undefined) return Math.min(error.retryAfterMs, breakerRules.maxPauseMs);
    if (error.code === "source-auth-failed") return breakerRules.authProbeEveryMs;
    return breakerRules.probeEveryMs * (1 + (random() * 2 - 1) * breakerRules.probeSpreadRatio);
  };

  const open = (error: AppError): void => {
    const sinceMs = state.kind === "closed" ? time.nowMs() : state.sinceMs;
    phase += 1;
    enter({
      kind: "open",
      sinceMs,
      error: { code: error.code, detail: error.message },
      lastGoodAtMs: state.lastGoodAtMs,
    });
    scheduleProbe(error);
  };

  const scheduleProbe = (error: AppError): void => {
    cancelTimer?.();
    const scheduledIn = phase;
    cancelTimer = time.after(waitBeforeProbeMs(error), () => {
      // The next probe does not wait for this one: a probe that hangs must not hide that the source is back.
      scheduleProbe(new AppError(error.code, error.message));
      void runProbe(scheduledIn);
    });
  };

  const runProbe = async (scheduledIn: number): Promise<void> => {
    const error = await parts.probe();
    if (phase !== scheduledIn || state.kind !== "open") return;
    if (error === undefined) letThrough();
    else if (error.code !== state.error.code || error.retryAfterMs !== undefined) open(error);
  };

  const letThrough = (): void => {
    if (state.kind !== "open") return;
    cancelTimer?.();
    phase += 1;
    enter({ ...state, kind: "half-open" });
  };

  const countSuccess = (beganMs: number): void => {
    goodBeganMs = Math.max(goodBeganMs, beganMs);
    outcomes = state.kind === "half-open" ? [true] : [...outcomes, true].slice(-breakerRules.outcomeCount);
    enter({ kind: "closed", lastGoodAtMs: time.nowMs() });
  };

  const countFailure = (error: AppError, beganMs: number): void => {
    const mustPause = error.code === "source-auth-failed" || error.retryAfterMs !== undefined;
    if (beganMs < goodBeganMs && !mustPause) return;
    outcomes = [...outcomes, false].slice(-breakerRules.outcomeCount);
    if (state.kind === "half-open" || mustPause || isUnhealthy(outcomes)) open(error);
  };

  return {
    state: () => state,
    admit: () => {
      if (state.kind === "open") throw new AppError(state.error.code, state.error.detail);
      const admittedIn = phase;
      const beganMs = time.monotonicMs();
      const whileCurrent = (count: () => void): void => {
        if (phase === admittedIn) count();
      };
      return {
        succeeded: () => whileCurrent(() => countSuccess(beganMs)),
        failed: (error) => whileCurrent(() => countFailure(error, beganMs)),
      };
    },
    retryNow: letThrough,
    close: () => {
      phase += 1;
      cancelTimer?.();
    },
  };
}

function isUnhealthy(outcomes: readonly boolean[]): boolean {
  const lastOnes = outcomes.slice(-breakerRules.failuresInARow);
  if (lastOnes.length === breakerRules.failuresInARow && lastOnes.every((good) => !good)) return true;
  const failedCount = outcomes.filter((good) => !good).length;
  const isFull = outcomes.length === breakerRules.outcomeCount;
  return isFull && failedCount / outcomes.length >= breakerRules.failedShareRatio;
}

function errorText(state: BreakerState): string {
  return state.kind === "closed" ? "" : `${state.error.code} ${state.error.detail}`;
}
