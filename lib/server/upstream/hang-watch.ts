/**
 * Notices that a source hung and responds again. A read that started before the end of a hang usually never gets its
 * response, and would block its page until the deadline.
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

/** Read that ends when the source responds again after a hang. */
export interface WatchedRead {
  /** Aborts with an error of the code source-slow. */
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/** Watches the pending reads of one source. */
export interface HangWatch {
  /** Starts to watch a read. The caller calls `end` when the read has ended. */
  readonly start: () => WatchedRead;
  readonly close: () => void;
}

interface PendingRead {
  readonly beganMs: number;
  readonly controller: AbortController;
}

/** Creates a watch without reads. */
export function createHangWatch(clock: SystemClock, probe: SourceProbe): HangWatch {
  const reads = new Set<PendingRead>();
  let isHanging = false;
  /** Start of the latest probe to which the source responded. Earlier ones that hang reveal nothing new. */
  let lastSuccessStartMs = -Infinity;
  let cancelTimer: (() => void) | undefined;

  const schedule = (): void => {
    cancelTimer ??= clock.scheduleAfter(probeEveryMs, () => {
      cancelTimer = undefined;
      if (reads.size === 0) return;
      schedule();
      if ([...reads].some(({ beganMs }) => clock.monotonicMs() - beganMs >= probeEveryMs)) void check();
    });
  };

  const check = async (): Promise<void> => {
    const beganMs = clock.monotonicMs();
    const cancelLimit = clock.scheduleAfter(hangAfterMs, () => {
      if (beganMs > lastSuccessStartMs) isHanging = true;
    });
    const error = await probe();
    cancelLimit();
    const isInTime = clock.monotonicMs() - beganMs < hangAfterMs;
    if (error !== undefined || !isInTime) return;
    lastSuccessStartMs = Math.max(lastSuccessStartMs, beganMs);
    if (isHanging) endReadsBefore(beganMs);
  };

  const endReadsBefore = (timeMs: number): void => {
    isHanging = false;
    const reason = new AppError("source-slow", "the source responds again, but not to earlier requests");
    for (const { beganMs, controller } of reads) if (beganMs < timeMs) controller.abort(reason);
  };

  return {
    start: () => {
      if (reads.size === 0) isHanging = false;
      const read = { beganMs: clock.monotonicMs(), controller: new AbortController() };
      reads.add(read);
      schedule();
      return { signal: read.controller.signal, end: () => void reads.delete(read) };
    },
    close: () => cancelTimer?.(),
  };
}
