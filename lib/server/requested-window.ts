/** The window a door is asked for, resolved by the server's clock, so that every door refuses the same ones in the same words. */
import { AppError } from "@/lib/model/app-error";
import { resolveWindow, windowError, type TimeWindow, type WindowExpression } from "@/lib/model/time-window";
import { nowMs } from "./clock";

/** Throws invalid-input for one that is reversed, in the future, shorter than a minute or longer than can be read. */
export function resolveRequestedWindow({ from, to }: WindowExpression): TimeWindow {
  const requestedAtMs = nowMs();
  const error = windowError({ from, to }, requestedAtMs);
  const window = resolveWindow({ from, to }, requestedAtMs);
  if (error !== undefined || window === undefined)
    throw new AppError("invalid-input", error ?? "The window cannot be asked for");
  return window;
}
