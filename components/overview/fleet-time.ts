import type { OverviewResponse } from "@/lib/contracts/overview";

/**
 * Returns the time of the fleet's request rate, for all fleet values. Without a request rate, returns the end of the
 * requested window, at most `asOfMs`.
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
