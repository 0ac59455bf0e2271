/** Zooming a chart's time by keys, as dragging over it does by the mouse. */
import { maxWindowMs, type TimeWindow } from "@/lib/model/time-window";

/**
 * Plus shows half of `shown` around the cursor, or its newer half while the cursor is nowhere; minus twice as much, into the past: what
 * follows may not have happened yet. Null for any other key.
 */
export function keyZoom(
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
