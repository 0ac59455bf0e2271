/**
 * Notices a body that arrives so slowly that it counts as a hang: a read that waits for it would block its page until
 * the deadline, also if the source has recovered meanwhile.
 */
import type { SystemClock } from "./system-clock";

const intervalMs = 1_000;
/** An interval with fewer bytes is slow. At this speed, a source sends only about 10 kB until the deadline. */
const minBytesPerInterval = 1_024;
/**
 * More than one slow interval is required. If this process had no CPU time, bytes wait to be read, and are read between two
 * intervals.
 */
const slowIntervalsOfStall = 2;

/** Watch of one body. */
export interface BodyProgress {
  readonly add: (bytes: number) => void;
  readonly end: () => void;
}

/** Calls `onStall` once when too few bytes were added for two seconds. Times in which the reader pauses the body do not count. */
export function watchProgress(
  clock: SystemClock,
  { isPaused, onStall }: { readonly isPaused: () => boolean; readonly onStall: () => void },
): BodyProgress {
  let bytes = 0;
  let slowIntervals = 0;
  let cancel: () => void = () => undefined;
  const schedule = (): void => {
    cancel = clock.scheduleAfter(intervalMs, () => {
      slowIntervals = isPaused() || bytes >= minBytesPerInterval ? 0 : slowIntervals + 1;
      bytes = 0;
      if (slowIntervals < slowIntervalsOfStall) schedule();
      else onStall();
    });
  };
  schedule();
  return {
    add: (added) => {
      bytes += added;
    },
    end: () => cancel(),
  };
}
