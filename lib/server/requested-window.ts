/**
 * Resolves the requested window with the server's clock, so that all endpoints refuse the same windows with the same
 * messages.
 */
import { AppError } from "@/lib/model/app-error";
import { resolveWindow, windowError, type TimeWindow, type WindowExpression } from "@/lib/model/time-window";
import { nowMs } from "./clock";

/**
 * Converts the window of a request to epoch milliseconds. Throws invalid-input for a window that is
 * reversed, in the future, shorter than a minute or too long.
 */
export function resolveRequestedWindow({ from, to }: WindowExpression): TimeWindow {
  const requestedAtMs = nowMs();
  const error = windowError({ from, to }, requestedAtMs);
  const window = resolveWindow({ from, to }, requestedAtMs);
  if (error !== undefined || window === undefined)
    throw new AppError("invalid-input", error ?? "The window is invalid");
  return window;
}
