/** Time zone that applies until the organisation or a person chooses one. */
export const defaultTimeZone = "UTC";

/** Offsets such as +02:00 are not accepted, because they ignore daylight saving time. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Returns why a text is not a time zone of the IANA database, as a sentence; null for a valid one. */
export function timeZoneError(text: string): string | null {
  const error = "Must be a time zone of the IANA database, such as UTC or Europe/Berlin.";
  if (!zoneName.test(text) || text.length > 60) return error;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone === "" ? error : null;
  } catch (reason) {
    if (reason instanceof RangeError) return error;
    throw reason;
  }
}

const [minuteMs, minutesPerHour, minutesPerDay] = [60_000, 60, 1_440];
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the difference between the local time of a zone and UTC, in milliseconds; 7,200,000 for UTC+2. */
export function timeZoneOffsetMs(timeZone: string, atMs: number): number {
  const [local, utc] = [readClock(timeZone, atMs), readClock(defaultTimeZone, atMs)];
  const dayDifference = local.day - utc.day;
  // A difference of more than a day is the change from the last day of a month to the first.
  const days = Math.abs(dayDifference) > 1 ? -Math.sign(dayDifference) : dayDifference;
  return (days * minutesPerDay + local.minutes - utc.minutes) * minuteMs;
}

/** Returns the day of the month, and the minutes since midnight. */
function readClock(timeZone: string, atMs: number): { readonly day: number; readonly minutes: number } {
  const format = formats.get(timeZone) ?? createFormat(timeZone);
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const minutes = (parts.get("hour") ?? 0) * minutesPerHour + (parts.get("minute") ?? 0);
  return { day: parts.get("day") ?? 0, minutes };
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
}
