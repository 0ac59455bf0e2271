/** Changes of the environment within an arm. */
import type { Environment } from "@/lib/model/baseline/environment";

/** Configuration change that an event reports. A value that the event does not contain is null. */
export interface ConfigurationEvent {
  readonly path: string | null;
  readonly fromValue: string | null;
  readonly toValue: string | null;
}

/**
 * Returns the environment properties that events changed, even if a later event reverted them. `start` is
 * the environment before the events. An event that repeats the current value is not a change.
 */
export function listEventPaths(events: readonly ConfigurationEvent[], start: Environment): readonly string[] {
  const paths = new Set<string>();
  const valueByPath = new Map<string, string | null>();
  for (const { path, fromValue, toValue } of events) {
    if (path === null) continue;
    const before = valueByPath.get(path) ?? start[path]?.value ?? fromValue;
    if (before !== toValue) paths.add(path);
    valueByPath.set(path, toValue);
  }
  return [...paths].toSorted();
}

/**
 * Removes the tested factor from the environment unless the metrics of the arm's instances report it.
 * Events, the configuration file and the roofline setting describe the complete deployment, not an arm.
 */
export function removeUnreportedFactor(environment: Environment, factorPath: string): Environment {
  const entries = Object.entries(environment);
  return Object.fromEntries(
    entries.filter(([path, { origin }]) => path !== factorPath || origin === "info-metric"),
  );
}
