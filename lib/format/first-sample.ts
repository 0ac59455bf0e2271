/** The time of a deployment's first sample, as a sentence. */
import type { FirstSample } from "@/lib/model/reading";
import { formatDateTime, formatTimeZoneName } from "./time";

/** Largest uncertainty of a time at which one time is displayed instead of a range. */
const exactTimeToleranceMs = 600_000;

/**
 * Returns "The first sample after the window is from about Thu 19 Nov, 14:00 UTC.", or a sentence with the two times between
 * which the sample is.
 */
export function firstSampleText({ atMs, withinMs }: FirstSample, timeZone: string): string {
  const [from, to] = [formatDateTime(atMs, timeZone), formatDateTime(atMs + withinMs, timeZone)];
  const zone = formatTimeZoneName(atMs, timeZone);
  return withinMs <= exactTimeToleranceMs
    ? `The first sample after the window is from about ${from} ${zone}.`
    : `The first sample after the window is from some time between ${from} and ${to} ${zone}.`;
}
