/**
 * Texts of date inputs, which have no time zone: they are in the zone of all displayed times. The inputs are text fields,
 * because native date inputs have the format of the browser's language, such as mm/dd, next to dates in another format.
 */
import { readTimeZone } from "./use-time-zone";

const dayMs = 86_400_000;
const fieldPattern = /^\d{4,6}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/;
const datePattern = /^\d{4}-\d\d-\d\d$/;

const textInput = { type: "text", autoComplete: "off", spellCheck: false } as const;
/** Attributes of an input for a date and a time. */
export const dateTimeInput = { ...textInput, placeholder: "2026-11-19 15:42" } as const;
/** Attributes of an input for a date and a time in a form that the browser validates. */
export const validatedDateTimeInput = {
  ...dateTimeInput,
  pattern: "\\s*\\d{4,6}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d(:\\d\\d)?\\s*",
  title: "Date and time, such as 2026-11-19 15:42",
} as const;
/** Attributes of an input for a date. */
export const dateOnlyInput = { ...textInput, placeholder: "2026-11-19" } as const;

/** Returns whether a text is a date of the calendar, such as "2026-11-19". */
export function isDateInput(text: string): boolean {
  const atMs = datePattern.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
}

/** Formats a time for a date input: "2026-11-19 15:42:07". */
export function formatDateInput(atMs: number, timeZone = readTimeZone()): string {
  // Swedish texts have this format.
  return new Date(atMs).toLocaleString("sv-SE", { timeZone });
}

/**
 * Parses the text of a date input to epoch milliseconds. If the clocks show a time twice, the first one is returned. If
 * they skip it, the result is later by the length of the skipped interval. Undefined for incomplete or invalid text.
 */
export function parseDateInputMs(text: string, timeZone = readTimeZone()): number | undefined {
  const wallMs = parseWallMs(text.trim());
  if (Number.isNaN(wallMs)) return undefined;
  const [first, second] = [-dayMs, dayMs].map((distance) => wallMs - offsetMs(wallMs + distance, timeZone));
  if (first === undefined || second === undefined) return undefined;
  const isOnlySecondValid =
    first + offsetMs(first, timeZone) !== wallMs && second + offsetMs(second, timeZone) === wallMs;
  return isOnlySecondValid ? second : first;
}

/** Returns the epoch milliseconds of a text as if its zone were UTC; NaN for an incomplete or invalid text. */
function parseWallMs(text: string): number {
  return fieldPattern.test(text) ? Date.parse(`${text.replace(" ", "T")}Z`) : Number.NaN;
}

/** Returns how far the clocks of a zone are ahead of UTC at a time. */
function offsetMs(atMs: number, timeZone: string): number {
  return parseWallMs(formatDateInput(atMs, timeZone)) - Math.floor(atMs / 1_000) * 1_000;
}
