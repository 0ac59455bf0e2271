/** With which window the shown one is compared. */
import type { TimeWindow } from "@/lib/model/time-window";
import { formatDateTime, formatSpan } from "@/lib/format/time";

export interface ComparedWindow {
  readonly window: TimeWindow;
  /** How far before a point of the shown window its counterpart lies. */
  readonly shiftMs: number;
  /** "the previous 6 h", within a sentence. */
  readonly label: string;
}

const minuteMs = 60_000;
const weekMs = 7 * 86_400_000;
const alignmentsInWindow = 100;

/**
 * Window of the same length that `comparison` (of the URL) means. It moves in hundredths of its length, so that a past window
 * is not read anew with every refresh. Null when it is no comparison, or overlaps what it would be compared with.
 */
export function comparedWindow(
  shown: TimeWindow,
  comparison: string | null,
  timeZone: string,
): ComparedWindow | null {
  if (comparison === null) return null;
  const lengthMs = shown.endMs - shown.startMs;
  const span = formatSpan(lengthMs);
  if (/^\d+$/.test(comparison)) {
    const startMs = Number(comparison);
    if (startMs + lengthMs > shown.startMs) return null;
    return {
      window: { startMs, endMs: startMs + lengthMs },
      shiftMs: shown.startMs - startMs,
      label: `the ${span} from ${formatDateTime(startMs, timeZone)}`,
    };
  }
  const shiftMs = comparison === "weekday" ? weekMs : lengthMs;
  if (shiftMs < lengthMs) return null;
  const grainMs = Math.max(1, Math.round(lengthMs / alignmentsInWindow / minuteMs)) * minuteMs;
  const startMs = Math.floor((shown.startMs - shiftMs) / grainMs) * grainMs;
  return {
    window: { startMs, endMs: startMs + lengthMs },
    shiftMs,
    label: comparison === "weekday" ? `the same ${span} last week` : `the previous ${span}`,
  };
}
