import type { OverviewResponse } from "@/lib/contracts/overview";

/**
 * Returns the time of the values that the Overview sums over all deployments: that of the request rate, or
 * the end of the window, at most `asOfMs`.
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
