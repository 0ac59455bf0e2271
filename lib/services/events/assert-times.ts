/** Checks of an event's times that need the current time. */
import { AppError } from "@/lib/model/app-error";
import { eventTimesError, type EventTimes } from "@/lib/model/event";

/** Checks the times of an event. Throws invalid-input with the field that has the invalid time. */
export function assertEventTimes(times: EventTimes, asOfMs: number): void {
  const detail = eventTimesError(times, asOfMs);
  if (detail === null) return;
  const isEndInvalid = eventTimesError({ ...times, endMs: null }, asOfMs) === null;
  throw new AppError("invalid-input", detail, {
    errors: [{ pointer: isEndInvalid ? "#/endMs" : "#/atMs", detail }],
  });
}
