/** Times, ages and durations as text. The time zone is always named, and no function reads the clock. */
import { countWithNoun } from "./agreement";
import { dateFormat } from "./formatters";
import { thinSpace, replaceFirstHyphenWithMinus } from "./number";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats an age: "4 s ago", "3 min ago". An age below one second is "now". */
export function formatAge(ageMs: number): string {
  return ageMs < second ? "now" : `${formatCoarseDuration(ageMs)} ago`;
}

/** Formats a duration in its largest unit, and hours with minutes: "1 h 23 min", "6 d". */
export function formatCoarseDuration(ms: number): string {
  const roundedMs = Math.max(0, Math.round(ms));
  if (roundedMs < minute) return `${Math.round(roundedMs / second)}${thinSpace}s`;
  if (roundedMs < hour) return `${Math.floor(roundedMs / minute)}${thinSpace}min`;
  if (roundedMs < day) {
    const minutes = Math.floor((roundedMs % hour) / minute);
    const hours = `${Math.floor(roundedMs / hour)}${thinSpace}h`;
    return minutes === 0 ? hours : `${hours} ${minutes}${thinSpace}min`;
  }
  return `${Math.floor(roundedMs / day)}${thinSpace}d`;
}

/** Formats a duration with days, hours and minutes: "1 d 2 h 5 min". Seconds are dropped from an hour on. */
export function formatLongDuration(ms: number): string {
  const days = Math.floor(ms / day);
  const rest = ms - days * day;
  if (days === 0) return formatCoarseDuration(ms);
  const dayText = `${days}${thinSpace}d`;
  return rest < minute ? dayText : `${dayText} ${formatCoarseDuration(rest)}`;
}

/** Formats a step or spacing exactly: "30 s", "2 min", "1.5 s". */
export function formatDuration(ms: number): string {
  if (ms < second) return `${ms}${thinSpace}ms`;
  if (ms % day === 0) return `${ms / day}${thinSpace}d`;
  if (ms % hour === 0) return `${ms / hour}${thinSpace}h`;
  if (ms % minute === 0) return `${ms / minute}${thinSpace}min`;
  return `${Number((ms / second).toFixed(2))}${thinSpace}s`;
}

const units = [
  ["s", 1e9],
  ["ms", 1e6],
  ["µs", 1e3],
  ["ns", 1],
] as const;

/** Formats nanoseconds in the unit that gives three significant digits: "1.84 s", "438 ms", "72 µs". */
export function formatNanoseconds(ns: number): string {
  const [name, size] = units.find(([, unit]) => Math.abs(ns) >= unit) ?? ["ns", 1];
  const value = ns / size;
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${replaceFirstHyphenWithMinus(String(Number(value.toFixed(digits))))}${thinSpace}${name}`;
}

/**
 * Formats an instant with enough digits to distinguish it from instants `stepNs` away: "303.10004 ms" for steps of
 * tens of nanoseconds.
 */
export function formatInstantNs(ns: number, stepNs: number): string {
  const { value, name, digits, usual } = instantOf(ns, stepNs);
  return `${replaceFirstHyphenWithMinus(String(Number(value.toFixed(Math.max(usual, digits)))))}${thinSpace}${name}`;
}

/**
 * Formats an instant for a ruler. Labels with more digits than usual all get the same number of digits: "1.42799609
 * s" and "1.42799610 s".
 */
export function formatTickNs(ns: number, stepNs: number): string {
  const { value, name, digits, usual } = instantOf(ns, stepNs);
  return digits > usual
    ? `${replaceFirstHyphenWithMinus(value.toFixed(digits))}${thinSpace}${name}`
    : formatInstantNs(ns, stepNs);
}

function instantOf(ns: number, stepNs: number) {
  const [name, size] = units.find(([, unit]) => Math.abs(ns) >= unit) ?? ["ns", 1];
  // The resolution is never finer than one nanosecond.
  const step = Math.max(1, stepNs);
  const digits = Math.ceil(Math.log10(Math.max(1, size / step)));
  const value = ns / size;
  const usual = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return { value, name, digits, usual };
}

/** Formats a time of day in a time zone: "15:42" or "15:42:07". */
export function formatClock(atMs: number, timeZone: string, withSeconds = false): string {
  return dateFormat(withSeconds ? "seconds" : "minutes", timeZone).format(atMs);
}

/** Formats a date with its time: "Thu 19 Nov, 15:42" or "Thu 19 Nov, 15:42:07". */
export function formatDateTime(atMs: number, timeZone: string, withSeconds = false): string {
  const date = dateFormat("weekday", timeZone).format(atMs);
  return `${date.replace(",", "")}, ${formatClock(atMs, timeZone, withSeconds)}`;
}

/**
 * Formats a date with its time. The year is added if it differs from the year of `referenceMs`: "Sat 22 Nov 2025, 08:26".
 */
export function formatDateTimeWithOptionalYear(
  atMs: number,
  {
    timeZone,
    referenceMs,
    withSeconds = false,
  }: { readonly timeZone: string; readonly referenceMs: number; readonly withSeconds?: boolean },
): string {
  const year = dateFormat("year", timeZone);
  return year.format(atMs) === year.format(referenceMs)
    ? formatDateTime(atMs, timeZone, withSeconds)
    : formatDateTimeWithYear(atMs, timeZone, withSeconds);
}

/** Formats a date with its year and time, for documents that are read later: "Sat 22 Nov 2025, 08:26". */
export function formatDateTimeWithYear(atMs: number, timeZone: string, withSeconds = false): string {
  const date = dateFormat("dated", timeZone).format(atMs);
  return `${date.replace(",", "")}, ${formatClock(atMs, timeZone, withSeconds)}`;
}

/**
 * Formats a window: "Thu 19 Nov, 14:57 – 15:57 UTC". The end has a date when it is on another day: "Fri 14 Aug, 15:55
 * – Sat 15 Aug, 15:55 UTC". A window within a minute has seconds: "Thu 19 Nov, 14:57:03 – 14:57:09 UTC".
 */
export function formatWindow(startMs: number, endMs: number, timeZone: string): string {
  const isOneDay = endMs - startMs < day && formatDay(startMs, timeZone) === formatDay(endMs, timeZone);
  const isShort = isOneDay && formatClock(startMs, timeZone) === formatClock(endMs, timeZone);
  const end = isOneDay ? formatClock(endMs, timeZone, isShort) : formatDateTime(endMs, timeZone);
  return `${formatDateTime(startMs, timeZone, isShort)} – ${end} ${formatTimeZoneName(endMs, timeZone)}`;
}

/** Formats a day in a time zone: "19 Nov". */
export function formatDay(atMs: number, timeZone: string): string {
  return dateFormat("day", timeZone).format(atMs);
}

/** Returns whether times that are `stepMs` apart need seconds to be distinguished. */
export function needsSeconds(stepMs: number): boolean {
  return stepMs % minute !== 0;
}

/** Returns the short name of a time zone at a time: "UTC", "CET". */
export function formatTimeZoneName(atMs: number, timeZone: string): string {
  const parts = dateFormat("zone", timeZone).formatToParts(atMs);
  return parts.find((part) => part.type === "timeZoneName")?.value ?? timeZone;
}

const relativeUnits = { s: second, m: minute, h: hour, d: day, w: 7 * day } as const;

/** Formats the distance of a time expression to now: "6 h", "2 h 3 min", "1 week". Null for now, undefined for others. */
function formatDistance(expression: string): string | null | undefined {
  if (expression === "now") return null;
  const [, digits, unit] = /^now-(\d+)([smhdw])$/.exec(expression) ?? [];
  if (digits === undefined || unit === undefined) return undefined;
  const count = Number(digits);
  if (unit === "w") return countWithNoun(count, "week");
  // A day is written as the 24 hours that a person selected.
  if (unit === "d" || (unit === "h" && count <= 48)) return `${count}${thinSpace}${unit}`;
  const ms = count * relativeUnits[unit as keyof typeof relativeUnits];
  return unit === "s" ? formatDuration(ms) : formatLongDuration(ms);
}

/** Returns "Last 6 h" for a window from now-6h to now, and "12 h to 6 h ago" for an earlier one. Undefined for fixed times. */
export function formatRelativeWindow(from: string, to: string): string | undefined {
  const [start, end] = [formatDistance(from), formatDistance(to)];
  if (start === undefined || start === null || end === undefined) return undefined;
  return end === null ? `Last ${start}` : `${start} to ${end} ago`;
}
