/** Where a deployment's samples begin, as a sentence. */
import type { FirstSample } from "@/lib/model/reading";
import { formatDateTime, formatZone } from "./time";

/** A moment known to this is told as one. */
const exactTimeToleranceMs = 600_000;

/** "The first sample after it is from about Thu 19 Nov, 14:00 UTC.", or between which two times it lies. */
export function firstSampleText({ atMs, withinMs }: FirstSample, timeZone: string): string {
  const [from, to] = [formatDateTime(atMs, timeZone), formatDateTime(atMs + withinMs, timeZone)];
  const zone = formatZone(atMs, timeZone);
  return withinMs <= exactTimeToleranceMs
    ? `The first sample after it is from about ${from} ${zone}.`
    : `The first sample after it is from some time between ${from} and ${to} ${zone}.`;
}
