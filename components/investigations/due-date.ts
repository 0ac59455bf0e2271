import type { InvestigationEntry } from "@/lib/contracts/investigations/investigations";
import { openStates } from "@/lib/model/investigation/investigation-state";

const dayPattern = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Returns whether a due day has ended at `asOfMs`. Only an open investigation is overdue. */
export function isOverdue(
  { dueOn, state }: Pick<InvestigationEntry, "dueOn" | "state">,
  { asOfMs, timeZone }: { readonly asOfMs: number; readonly timeZone: string },
): boolean {
  if (dueOn === null || !openStates.some((one) => one === state)) return false;
  // The Swedish format of a day is that of ISO 8601.
  return dueOn < new Intl.DateTimeFormat("sv-SE", { timeZone }).format(new Date(asOfMs));
}

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
