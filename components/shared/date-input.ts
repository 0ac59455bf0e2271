/** Texts of date inputs, which have no time zone: they are in the zone of all displayed times. */
import { readTimeZone } from "./use-time-zone";

const dayMs = 86_400_000;
const fieldPattern = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/;

/** Formats a time for a date input: "2026-11-19T15:42:07". */
export function formatDateInput(atMs: number, timeZone = readTimeZone()): string {
  // Swedish texts have the format of a date input, except for the space.
  return new Date(atMs).toLocaleString("sv-SE", { timeZone }).replace(" ", "T");
}

/**
 * Parses the text of a date input to epoch milliseconds. If the clocks show a time twice, the first one is returned. If
 * they skip it, the result is later by the length of the skipped interval. Undefined for incomplete or invalid text.
 */
export function parseDateInputMs(text: string, timeZone = readTimeZone()): number | undefined {
  const wallMs = fieldPattern.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  if (Number.isNaN(wallMs)) return undefined;
  const [first, second] = [-dayMs, dayMs].map((distance) => wallMs - offsetMs(wallMs + distance, timeZone));
  if (first === undefined || second === undefined) return undefined;
  const isOnlySecondValid =
    first + offsetMs(first, timeZone) !== wallMs && second + offsetMs(second, timeZone) === wallMs;
  return isOnlySecondValid ? second : first;
}

/** Returns how far the clocks of a zone are ahead of UTC at a time. */
function offsetMs(atMs: number, timeZone: string): number {
  return Date.parse(`${formatDateInput(atMs, timeZone)}Z`) - Math.floor(atMs / 1_000) * 1_000;
}
