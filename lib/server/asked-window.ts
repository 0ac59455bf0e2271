/** The window a door is asked for, resolved by the server's clock, so that every door refuses the same ones in the same words. */
import { AppError } from "@/lib/model/app-error";
import { resolveWindow, windowFault, type TimeWindow, type WindowExpression } from "@/lib/model/time-window";
import { nowMs } from "./clock";

/** Throws invalid-input for one that is reversed, in the future, shorter than a minute or longer than can be read. */
export function askedWindow({ from, to }: WindowExpression): TimeWindow {
  const askedAtMs = nowMs();
  const fault = windowFault({ from, to }, askedAtMs);
  const window = resolveWindow({ from, to }, askedAtMs);
  if (fault !== undefined || window === undefined)
    throw new AppError("invalid-input", fault ?? "The window cannot be asked for");
  return window;
}
