/** Formats the time since which a target is down, as the end of the sentence "it has been down …". */
import { exactTimeToleranceMs, type DownSince } from "@/lib/model/reading";
import { formatClock, formatDateTime, formatCoarseDuration, formatTimeZoneName } from "./time";

/** Maximum age of a time that is displayed without a date. */
const maxAgeWithoutDateMs = 20 * 3_600_000;

/**
 * Formats the time since which targets are down: "since 14:32 UTC", "since some time between 14:00 and 14:30 UTC", or
 * "for at least 6 h".
 */
export function downSinceText(since: DownSince, timeZone: string): string {
  if (since.kind === "at-least") return `for at least ${formatCoarseDuration(since.elapsedMs)}`;
  const { atMs, withinMs, elapsedMs } = since;
  const format = elapsedMs > maxAgeWithoutDateMs ? formatDateTime : formatClock;
  const [from, to] = [format(atMs, timeZone), format(atMs + withinMs, timeZone)];
  const zone = formatTimeZoneName(atMs, timeZone);
  return withinMs <= exactTimeToleranceMs
    ? `since ${from} ${zone}`
    : `since some time between ${from} and ${to} ${zone}`;
}
