/** Hours of the week in the organisation's time zone. */
import { getProcessState } from "@/lib/server/process-state";
import { computeHourOfWeekUtc, hourMs } from "./history-chunks";

/**
 * Maximum number of cached hours. They are cached because formatting a time takes microseconds, and all signals of a
 * page have the same hours.
 */
const maxHeldHours = 20_000;
const daysFromMonday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const hoursOfDay = 24;

/**
 * Returns the function from the start of an hour to its hour of the week: 0 = Monday 00–01, 167 = Sunday 23–24. When
 * clocks are set forward, one hour of the day has no values that day. When the clocks are set back, one hour has two
 * values.
 */
export function createHourOfWeek(timeZone: string): (startMs: number) => number {
  if (timeZone === "UTC") return computeHourOfWeekUtc;
  const hours = getProcessState<Map<number, number>>(`hours-of-week ${timeZone}`, () => new Map());
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    hourCycle: "h23",
  });
  return (startMs) => {
    const key = Math.floor(startMs / hourMs);
    const known = hours.get(key);
    if (known !== undefined) return known;
    const parts = format.formatToParts(key * hourMs);
    const textOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? "";
    const hour = daysFromMonday.indexOf(textOf("weekday")) * hoursOfDay + Number(textOf("hour"));
    if (hours.size >= maxHeldHours) hours.clear();
    hours.set(key, hour);
    return hour;
  };
}
