/** Resolves the window that the current one is compared with. */
import type { TimeWindow } from "@/lib/model/time-window";
import {
  resolveAlignedComparisonWindow,
  oneDayEarlier,
  parseEarlierMs,
  type ComparisonWindow,
} from "@/lib/model/comparison/compared-window";
import { formatCoarseDuration, formatDateTime, formatLongDuration } from "@/lib/format/time";

/** Window that the current one is compared with. */
export interface ComparedWindow extends ComparisonWindow {
  /** Name within a sentence, for example "the previous 6 h". */
  readonly label: string;
}

/** Returns the window that `comparison` names. Null without a comparison in the URL or if both windows overlap. */
export function resolveComparedWindow(
  window: TimeWindow,
  comparison: string | null,
  timeZone: string,
): ComparedWindow | null {
  const before = comparison === null ? null : resolveAlignedComparisonWindow(window, comparison);
  if (comparison === null || before === null) return null;
  return { ...before, label: formatComparedWindow(before.window, comparison, timeZone) };
}

/** Names the compared window within a sentence, for example "the previous 6 h". */
export function formatComparedWindow(
  { startMs, endMs }: TimeWindow,
  comparison: string,
  timeZone: string,
): string {
  const span = formatCoarseDuration(endMs - startMs);
  if (comparison === "previous") return `the previous ${span}`;
  if (comparison === "weekday") return `the same ${span} last week`;
  if (comparison === oneDayEarlier) return `the same ${span} of the day before`;
  const shiftMs = parseEarlierMs(comparison);
  if (shiftMs !== null) return `the ${span} that began ${formatLongDuration(shiftMs)} earlier`;
  return `the ${span} from ${formatDateTime(startMs, timeZone)}`;
}
