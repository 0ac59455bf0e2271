/** With which window the shown one is compared, in words. */
import type { TimeWindow } from "@/lib/model/time-window";
import { alignedComparisonWindow, type ComparisonWindow } from "@/lib/model/compared-window";
import { formatDateTime, formatCoarseDuration } from "@/lib/format/time";

export interface ComparedWindow extends ComparisonWindow {
  /** "the previous 6 h", within a sentence. */
  readonly label: string;
}

/** Null when `comparison` (of the URL) is none, or its window overlaps what it would be compared with. */
export function comparedWindow(
  window: TimeWindow,
  comparison: string | null,
  timeZone: string,
): ComparedWindow | null {
  const before = comparison === null ? null : alignedComparisonWindow(window, comparison);
  if (comparison === null || before === null) return null;
  return { ...before, label: comparedLabel(before.window, comparison, timeZone) };
}

/** What a comparison's window is called within a sentence. */
export function comparedLabel({ startMs, endMs }: TimeWindow, comparison: string, timeZone: string): string {
  const span = formatCoarseDuration(endMs - startMs);
  if (comparison === "previous") return `the previous ${span}`;
  if (comparison === "weekday") return `the same ${span} last week`;
  return `the ${span} from ${formatDateTime(startMs, timeZone)}`;
}
