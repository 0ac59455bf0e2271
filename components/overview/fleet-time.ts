import type { OverviewResponse } from "@/lib/contracts/overview";

/**
 * Returns the time of the sums over all deployments that the Overview shows. It is the time of the total request rate.
 * If the rate is absent, it is the end of the window, but at most `asOfMs`.
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
