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
