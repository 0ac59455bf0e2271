/** Keyboard zoom of the time axis, like dragging with the mouse. */
import { maxWindowMs, type TimeWindow } from "@/lib/model/time-window";

/**
 * Returns the window after a zoom key. Plus halves the window around the cursor, or to its newer half without a cursor. Minus
 * doubles it into the past, because the future has no data. Null for any other key.
 */
export function zoomByKey(
  key: string,
  { startMs, endMs }: TimeWindow,
  cursorMs: number | null,
): TimeWindow | null {
  const lengthMs = endMs - startMs;
  if (key === "-") return { startMs: endMs - Math.min(2 * lengthMs, maxWindowMs), endMs };
  if (key !== "+") return null;
  const half = lengthMs / 2;
  const from = Math.max(startMs, Math.min(endMs - half, (cursorMs ?? endMs) - half / 2));
  return { startMs: from, endMs: from + half };
}
