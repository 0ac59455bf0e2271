/**
 * Resolves the requested window with the server's clock, so that all endpoints refuse the same windows with the same
 * messages.
 */
import { AppError } from "@/lib/model/app-error";
import { resolveWindow, windowError, type TimeWindow, type WindowExpression } from "@/lib/model/time-window";
import { nowMs } from "./clock";

/** Times of headlines are multiples of this, so that requests within this time share one query. */
export const headlineAlignmentMs = 5_000;
/** Time within which the samples of a scrape usually arrive at their source. */
const arrivalMs = 2_000;

/**
 * Converts the window of a request to epoch milliseconds. Throws invalid-input for a window that is
 * reversed, in the future, shorter than a minute or too long.
 */
export function resolveRequestedWindow(expression: WindowExpression): TimeWindow {
  const requestedAtMs = nowMs();
  return resolveChecked(expression, { requestedAtMs, relativeToMs: requestedAtMs });
}

/**
 * Converts the window of a request like `resolveRequestedWindow`, but “now” is the newest time whose samples have already arrived. A later read of the returned window therefore finds the same samples. Throws invalid-input in the same cases.
 */
export function resolveWindowOfArrivedSamples(expression: WindowExpression): TimeWindow {
  const requestedAtMs = nowMs();
  const relativeToMs = Math.floor((requestedAtMs - arrivalMs) / headlineAlignmentMs) * headlineAlignmentMs;
  return resolveChecked(expression, { requestedAtMs, relativeToMs });
}

function resolveChecked(
  { from, to }: WindowExpression,
  { requestedAtMs, relativeToMs }: { readonly requestedAtMs: number; readonly relativeToMs: number },
): TimeWindow {
  const error = windowError({ from, to }, requestedAtMs);
  const window = resolveWindow({ from, to }, relativeToMs) ?? resolveWindow({ from, to }, requestedAtMs);
  if (error !== undefined || window === undefined)
    throw new AppError("invalid-input", error ?? "The window is invalid");
  return window;
}
