/** Parses times as JSON stores them, without the clock and the time zone of the machine. */

const dayMs = 86_400_000;
const pattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})\.(\d{3})Z$/;

/** Returns the epoch milliseconds of a text such as "2026-11-29T18:05:00.000Z"; null for any other text. */
export function parseUtcTime(text: string): number | null {
  const parts = pattern.exec(text)?.slice(1).map(Number);
  if (parts === undefined) return null;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0, ms = 0] = parts;
  return daysSinceEpoch(year, month, day) * dayMs + ((hours * 60 + minutes) * 60 + seconds) * 1_000 + ms;
}

/** Counts the days of the Gregorian calendar. The year begins in March here, so that a leap day is its last day. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + dayOfYear - 719_468;
}
