/** Lists the endpoints that a wall display may call. These are the endpoints that its pages query. */
import type { WallDisplayPage } from "@/lib/model/deployment/display";

const shared = ["deployments", "events", "notices", "sources"] as const;

const endpointsByPage: Readonly<Record<WallDisplayPage, readonly string[]>> = {
  overview: ["overview", "roofline-summary"],
  signals: [
    "overview",
    "signals",
    "labels",
    "usual-ranges",
    "window-spreads",
    "data-check",
    "roofline",
    "baselines",
    "baseline",
    // The charts mark open investigations in their event lane.
    "investigations",
  ],
  correlate: ["overview", "signals", "labels"],
  traces: ["overview", "traces", "trace-study"],
};

/** Returns whether a wall display that shows these pages may call the endpoint. */
export function isEndpointAllowedForDisplay(pages: readonly WallDisplayPage[], contractId: string): boolean {
  if (pages.length === 0) return false;
  return (
    shared.some((id) => id === contractId) || pages.some((page) => endpointsByPage[page].includes(contractId))
  );
}
