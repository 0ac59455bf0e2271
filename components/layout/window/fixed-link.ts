/** Links whose times do not move. */
import { resolveTime, type WindowExpression } from "@/lib/model/time-window";

/**
 * Returns `address` with the start and end of the window as epoch milliseconds, relative to `nowMs`. A window with fixed
 * times is not refreshed, so the link does not contain whether the refresh is paused.
 */
export function fixLinkTimes(address: string, window: WindowExpression, nowMs: number): string {
  const link = new URL(address);
  for (const name of ["from", "to"] as const) {
    const atMs = resolveTime(window[name], nowMs);
    if (atMs !== undefined) link.searchParams.set(name, String(Math.round(atMs)));
  }
  link.searchParams.delete("live");
  return link.href;
}
