/** Changes of the environment within an arm. */
import type { Environment } from "@/lib/model/baseline/environment";

/** A configuration event. A value that it does not state is null. */
export interface ConfigurationEvent {
  readonly path: string | null;
  readonly fromValue: string | null;
  readonly toValue: string | null;
}

/**
 * Returns the paths that the events of a window changed, also if a later event changed them back. `start` is the environment
 * before them. An event that states the value in force again is no change.
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
 * Removes the factor unless it is from the metrics of the selected instances. Events, the file and the roofline setting
 * describe the complete deployment, so they cannot state in which of its instances the factor differs.
 */
export function limitToArm(environment: Environment, factorPath: string): Environment {
  const entries = Object.entries(environment);
  return Object.fromEntries(
    entries.filter(([path, { origin }]) => path !== factorPath || origin === "info-metric"),
  );
}
