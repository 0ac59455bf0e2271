/**
 * Circuit breaker of a source. It opens after 5 consecutive failures, when half of the last 20 requests failed,
 * immediately when credentials are refused, and for the duration of a `Retry-After`. While open it sends small probes
 * every 1.5 s ± 20 %, or every 60 s after refused credentials. A successful probe lets reads through again. The
 * outcome of the first read then closes or reopens it.
 *
 *   closed ──5 in a row, 10 of 20, 401/403, Retry-After──▶ open ──good probe, retryNow──▶ half-open
 *      ▲                                                    ▲                                │
 *      └────────────────────── a read succeeds ─────────────┼────────────────────────────────┤
 *                                                           └──────── a read fails ──────────┘
 */
import { AppError } from "@/lib/model/app-error";
import type { ProblemCode } from "@/lib/model/problem";
import type { SystemClock } from "./system-clock";

const breakerRules = {
  failuresInARow: 5,
  outcomeCount: 20,
  failedShareRatio: 0.5,
  probeEveryMs: 1_500,
  probeSpreadRatio: 0.2,
  authProbeEveryMs: 60_000,
  /** A server may request a pause of hours, but a viewer should not wait longer than this. */
  maxPauseMs: 60_000,
} as const;

/** Why a source failed: code of the problem and a sentence. */
export interface SourceError {
  readonly code: ProblemCode;
  readonly detail: string;
}

/** State of the circuit breaker of a source. Times are epoch milliseconds. */
export type BreakerState =
  | { readonly kind: "closed"; readonly lastGoodAtMs: number | null }
  | {
      readonly kind: "open" | "half-open";
      /** Time at which the breaker opened. Failed probes do not change it. */
      readonly sinceMs: number;
      readonly error: SourceError;
      readonly lastGoodAtMs: number | null;
    };

/**
 * Function that sends one small request to a source and returns the error, or undefined if the source
 * responded correctly.
 */
export type SourceProbe = () => Promise<AppError | undefined>;

/** Clock, probe and listener of a circuit breaker. `onChange` is called after each change of its state. */
export interface BreakerOptions {
  readonly clock: SystemClock;
  /** Returns a random number that is uniform in [0, 1). */
  readonly random: () => number;
  readonly probe: SourceProbe;
  readonly onChange: (state: BreakerState) => void;
}

/**
 * Handle of a read that the circuit breaker admitted. The caller reports the outcome of the read with it.
 *
 * Two kinds of outcome are ignored. First, the outcome of a read that started before the last state change. Second, the
 * failure of a read that started before the start of a successful read: such a read may reach its time limit seconds
 * after the source has recovered. Refused credentials and a requested pause are not ignored in the second case.
 */
export interface AdmittedRequest {
  /**
   * Aborts the read if the source was unresponsive and a probe finds that it has recovered. Otherwise the read, which
   * started before the recovery, would block its page until the deadline. The abort reason is the error of the source.
   */
  readonly signal: AbortSignal;
  readonly reportSuccess: () => void;
  readonly reportFailure: (error: AppError) => void;
}

/** Circuit breaker of one source, which admits requests or refuses them. */
export interface Breaker {
  readonly getState: () => BreakerState;
  /** Admits a read. Throws the error of the source while the breaker is open. */
  readonly admit: () => AdmittedRequest;
  /** Lets the next read through immediately, regardless of the pause. */
  readonly retryNow: () => void;
  readonly close: () => void;
}

/** Creates a closed circuit breaker for one source. */
export function createBreaker(options: BreakerOptions): Breaker {
  const { clock, random } = options;
  let state: BreakerState = { kind: "closed", lastGoodAtMs: null };
  let outcomes: readonly boolean[] = [];
  let cancelTimer: (() => void) | undefined;
  /** Number of the phase, which each state change increases. Results of probes of an earlier phase are ignored. */
  let phase = 0;
  /** Start of the latest successful read. */
  let lastSuccessStartMs = Number.NEGATIVE_INFINITY;
  const reads = createReadGroup();

  const enter = (next: BreakerState): void => {
    const isNews = next.kind !== state.kind || errorText(next) !== errorText(state);
    state = next;
    if (isNews) options.onChange(state);
  };

  const open = (error: AppError): void => {
    const sinceMs = state.kind === "closed" ? clock.nowMs() : state.sinceMs;
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
    cancelTimer = clock.scheduleAfter(chooseProbePauseMs(error, random), () => {
      // The next probe does not wait for this probe, because a probe that hangs must not hide a recovered source.
      scheduleProbe(new AppError(error.code, error.message));
      void runProbe(scheduledIn);
    });
  };

  const runProbe = async (scheduledIn: number): Promise<void> => {
    const error = await options.probe();
    if (phase !== scheduledIn || state.kind !== "open") return;
    if (error === undefined) letThrough();
    else if (error.code !== state.error.code || error.retryAfterMs !== undefined) open(error);
  };

  const letThrough = (): void => {
    if (state.kind !== "open") return;
    cancelTimer?.();
    phase += 1;
    if (state.error.code === "source-slow") reads.end(state.error);
    enter({ ...state, kind: "half-open" });
  };

  const countSuccess = (beganMs: number): void => {
    lastSuccessStartMs = Math.max(lastSuccessStartMs, beganMs);
    outcomes = state.kind === "half-open" ? [true] : [...outcomes, true].slice(-breakerRules.outcomeCount);
    enter({ kind: "closed", lastGoodAtMs: clock.nowMs() });
  };

  const countFailure = (error: AppError, beganMs: number): void => {
    const mustPause = error.code === "source-auth-failed" || error.retryAfterMs !== undefined;
    if (beganMs < lastSuccessStartMs && !mustPause) return;
    outcomes = [...outcomes, false].slice(-breakerRules.outcomeCount);
    if (state.kind === "half-open" || mustPause || isUnhealthy(outcomes)) open(error);
  };

  return {
    getState: () => state,
    admit: () => {
      if (state.kind === "open") throw new AppError(state.error.code, state.error.detail);
      const admittedIn = phase;
      const beganMs = clock.monotonicMs();
      const whileCurrent = (count: () => void): void => {
        if (phase === admittedIn) count();
      };
      return {
        signal: reads.getSignal(),
        reportSuccess: () => whileCurrent(() => countSuccess(beganMs)),
        reportFailure: (error) => whileCurrent(() => countFailure(error, beganMs)),
      };
    },
    retryNow: letThrough,
    close: () => {
      phase += 1;
      cancelTimer?.();
    },
  };
}

/** Creates the group of reads that were admitted since the last recovery, which can be aborted together. */
function createReadGroup() {
  let controller = new AbortController();
  return {
    getSignal: () => controller.signal,
    end: ({ code, detail }: SourceError): void => {
      controller.abort(new AppError(code, detail));
      controller = new AbortController();
    },
  };
}

/** Returns the time until the next probe. `random` is uniform in [0, 1). */
function chooseProbePauseMs(error: AppError, random: () => number): number {
  if (error.code === "source-auth-failed" && error.retryAfterMs === undefined)
    return breakerRules.authProbeEveryMs;
  const usualMs = breakerRules.probeEveryMs * (1 + (random() * 2 - 1) * breakerRules.probeSpreadRatio);
  // A pause of 0 s, or one until a time that has passed, must not cause probes without a pause.
  return Math.min(Math.max(error.retryAfterMs ?? 0, usualMs), breakerRules.maxPauseMs);
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
