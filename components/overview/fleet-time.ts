import type { OverviewResponse } from "@/lib/contracts/overview";

/**
 * Returns the time of the fleet values. Without values, returns the end of the requested window, which may be in the
 * past.
 */
export function getFleetTimeMs({
  fleet,
  asOfMs,
  window,
}: Pick<OverviewResponse, "asOfMs" | "window"> & {
  readonly fleet: Pick<OverviewResponse["fleet"], "requestRate">;
}): number {
  return fleet.requestRate.kind === "present" ? fleet.requestRate.atMs : Math.min(asOfMs, window.endMs);
}
