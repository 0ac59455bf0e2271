/** Checks of an event's times that need the current time. */
import { AppError } from "@/lib/model/app-error";
import { timesError, type EventTimes } from "@/lib/model/event";

/** Checks the times of an event. Throws invalid-input with the field that has the invalid time. */
export function assertEventTimes(times: EventTimes, asOfMs: number): void {
  const detail = timesError(times, asOfMs);
  if (detail === null) return;
  const isEndInvalid = timesError({ ...times, endMs: null }, asOfMs) === null;
  throw new AppError("invalid-input", detail, {
    errors: [{ pointer: isEndInvalid ? "#/endMs" : "#/atMs", detail }],
  });
}
