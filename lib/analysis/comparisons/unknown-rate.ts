/** An unknown request rate, without which equal load of a serving engine cannot be checked. */
import type { LoadMeasure } from "@/lib/model/comparison/load-measure";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";

const rateMeasures: ReadonlySet<LoadMeasure> = new Set<LoadMeasure>([
  "requestsPerInstance",
  "fixedConcurrency",
]);

/** Returns whether the request rate, or the concurrency that replaces it, is among the unknown measures of load. */
export function hasUnknownRate(unknown: readonly LoadMeasure[]): boolean {
  return unknown.some((measure) => rateMeasures.has(measure));
}

/** Returns whether the values of a signal depend on the requests of a serving engine. */
export function dependsOnRequests(signal: SignalId): boolean {
  return signalDefinition(signal).family === "engine";
}
