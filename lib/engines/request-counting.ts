/** How an engine counts requests, for the load of a window. */
import { inFlightSignals, type RequestCounting } from "@/lib/model/baseline/request-counting";
import type { Engine } from "./definitions/engine";

/**
 * Returns whether the engine counts requests when they arrive, and its gauges of requests in flight. A gauge that
 * includes the waiting requests is not added to the gauge of waiting requests.
 */
export function getRequestCounting({
  signals,
  runningIncludesWaiting,
}: Pick<Engine, "signals" | "runningIncludesWaiting">): RequestCounting {
  const { requests } = signals;
  return {
    isOnArrival:
      requests.kind === "counter" &&
      requests.alternatives.every(({ countsArrivals }) => countsArrivals === true),
    inFlightSignals: inFlightSignals.filter(
      (id) => signals[id].kind !== "not-exposed" && !(runningIncludesWaiting === true && id === "waiting"),
    ),
  };
}
