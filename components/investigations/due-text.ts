const dayPattern = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Formats a calendar day: "Fri 20 Nov 2026". A day has no time zone. */
export function formatCalendarDay(day: string): string {
  if (!dayPattern.test(day)) return day;
  return new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  })
    .format(new Date(`${day}T00:00:00Z`))
    .replaceAll(",", "");
}
