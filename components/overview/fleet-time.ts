import type { OverviewResponse } from "@/lib/contracts/overview";

/** When the fleet's numbers are of; without any, the time that was asked about, which may lie in the past. */
export function fleetAtMs({
  fleet,
  asOfMs,
  window,
}: Pick<OverviewResponse, "asOfMs" | "window"> & {
  readonly fleet: Pick<OverviewResponse["fleet"], "requestRate">;
}): number {
  return fleet.requestRate.kind === "present" ? fleet.requestRate.atMs : Math.min(asOfMs, window.endMs);
}
