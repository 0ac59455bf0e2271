/**
 * Notices that a source hangs, and that it responds again. A read that started before the end of a hang usually never
 * gets its response, and would block its page until the deadline.
 *
 *     read ── 1.5 s ── probe ── hangs ── probe ── responds: the reads that are older than this probe end
 *
 * A slow query alone changes nothing, because the source responds to probes meanwhile.
 */
import { AppError } from "@/lib/model/app-error";
import type { SourceProbe } from "./breaker";
import type { SystemClock } from "./system-clock";

/** A read that is pending for this time causes probes, each this time after the previous one. */
const probeEveryMs = 1_500;
/** A probe that takes longer means that the source hangs. */
const hangAfterMs = 1_500;
/**
 * End of `hangAfterMs`, as a separate timer. If this process had no CPU time, a response may wait to be read, and is read
 * before this timer.
 */
const lastWaitMs = 100;

/** Read that ends when the source responds again after a hang. */
export interface WatchedRead {
  /** Aborts with an error of the code source-slow. */
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/** Time in which a source has not responded. */
export interface SourceHang {
  /** Time of the first probe without a response, in epoch milliseconds. */
  readonly sinceMs: number;
  /** Time since this probe, measured by a clock that never decreases. */
  readonly durationMs: number;
}

/** Watches the pending reads of one source. */
export interface HangWatch {
  /** Starts to watch a read. The caller calls `end` when the read has ended. */
  readonly start: () => WatchedRead;
  /** Returns the current hang. Null while the source responds. */
  readonly getHang: () => SourceHang | null;
  readonly close: () => void;
}

interface PendingRead {
  readonly beganMs: number;
  readonly controller: AbortController;
}

/** Creates a watch without reads. */
export function createHangWatch(clock: SystemClock, probe: SourceProbe): HangWatch {
  const reads = new Set<PendingRead>();
  /** Start of the first probe without a response, on both clocks. */
  let hang: { readonly sinceMs: number; readonly beganMs: number } | null = null;
  /** Start of the latest probe to which the source responded. Earlier ones that hang reveal nothing new. */
  let lastSuccessStartMs = -Infinity;
  let cancelTimer: (() => void) | undefined;

  const schedule = (delayMs: number): void => {
    cancelTimer ??= clock.scheduleAfter(delayMs, () => {
      cancelTimer = undefined;
      const [oldest] = reads;
      if (oldest === undefined && hang === null) return;
      const remainingMs = oldest === undefined ? 0 : oldest.beganMs + probeEveryMs - clock.monotonicMs();
      if (hang === null && remainingMs > 0) return schedule(remainingMs);
      schedule(probeEveryMs);
      void check();
    });
  };

  const check = async (): Promise<void> => {
    const beganMs = clock.monotonicMs();
    const sinceMs = clock.nowMs();
    const recordHang = (): void => {
      if (beganMs > lastSuccessStartMs) hang ??= { sinceMs, beganMs };
    };
    let cancelLimit = clock.scheduleAfter(hangAfterMs - lastWaitMs, () => {
      cancelLimit = clock.scheduleAfter(lastWaitMs, recordHang);
    });
    const error = await probe();
    cancelLimit();
    const isInTime = clock.monotonicMs() - beganMs < hangAfterMs;
    if (error !== undefined || !isInTime) return;
    lastSuccessStartMs = Math.max(lastSuccessStartMs, beganMs);
    if (hang !== null) endReadsBefore(beganMs);
  };

  const endReadsBefore = (timeMs: number): void => {
    hang = null;
    const reason = new AppError("source-slow", "the source responds again, but not to earlier requests");
    for (const { beganMs, controller } of reads) if (beganMs < timeMs) controller.abort(reason);
  };

  return {
    start: () => {
      const read = { beganMs: clock.monotonicMs(), controller: new AbortController() };
      reads.add(read);
      schedule(probeEveryMs);
      return { signal: read.controller.signal, end: () => void reads.delete(read) };
    },
    getHang: () => hang && { sinceMs: hang.sinceMs, durationMs: clock.monotonicMs() - hang.beganMs },
    close: () => cancelTimer?.(),
  };
}
