/**
 * The environment of a deployment: flat paths such as `engine.version`, `engine.flags.max_num_seqs` or `gpu.model`,
 * each with one value and where it comes from. Values are text, so that 8 and "8" are equal.
 */

/** Origins of environment values, in order of precedence. */
export const environmentOrigins = ["event", "file", "info-metric", "roofline-setting", "observed"] as const;
/** Origin of an environment value: an event, the configuration file, a metric or a setting. */
export type EnvironmentOrigin = (typeof environmentOrigins)[number];

/** Value of one environment property, with its origin. */
export interface EnvironmentValue {
  readonly value: string;
  readonly origin: EnvironmentOrigin;
  /** Time since when the value applies; absent when it is unknown. */
  readonly atMs?: number;
}

/** Environment of a deployment (versions, flags, hardware), by path such as `engine.flags.max_num_seqs`. */
export type Environment = Readonly<Record<string, EnvironmentValue>>;

/** Environment values by path, all from one origin. */
export type EnvironmentValues = Readonly<Record<string, string>>;

/**
 * Configuration event that changed the value of an environment path. `toValue` is null when the value was
 * removed.
 */
export interface EnvironmentChange {
  readonly path: string;
  readonly atMs: number;
  readonly toValue: string | null;
}

/** Limits of paths and values of an environment. */
export const environmentLimits = { maxPathLength: 120, maxValueLength: 500, maxPaths: 500 } as const;
const environmentPath = /^[a-z][\w-]*(?:\.[\w-]+)*$/i;

/** Returns what is wrong with an environment path, as a sentence; null for a valid path. */
export function environmentPathError(path: string): string | null {
  if (path === "") return "Enter a path, such as engine.flags.max_num_seqs.";
  if (path.length > environmentLimits.maxPathLength)
    return `Must have at most ${environmentLimits.maxPathLength} characters, but has ${path.length}.`;
  return environmentPath.test(path)
    ? null
    : "Must be words joined by dots, such as engine.flags.max_num_seqs.";
}

/** Environment values of a deployment, one field per origin. */
export interface EnvironmentByOrigin {
  /** Events of the deployment and of all deployments, in any order. */
  readonly changes: readonly EnvironmentChange[];
  readonly file: EnvironmentValues;
  readonly infoMetrics: EnvironmentValues;
  readonly rooflineSetting: EnvironmentValues;
  readonly observed: EnvironmentValues;
}

/**
 * Returns the environment at `atMs`. The value of a path is from the first of these origins that has the path: the
 * newest event until `atMs`, the configuration file, an info metric, the roofline setting, an observation. If the
 * newest event removed the value, the other origins are used.
 */
export function resolveEnvironment(sources: EnvironmentByOrigin, atMs: number): Environment {
  const { changes, file, infoMetrics, rooflineSetting, observed } = sources;
  const newest = new Map<string, EnvironmentChange>();
  for (const change of changes.toSorted((a, b) => a.atMs - b.atMs))
    if (change.atMs <= atMs) newest.set(change.path, change);
  const byPrecedence: readonly (readonly [EnvironmentOrigin, EnvironmentValues])[] = [
    ["observed", observed],
    ["roofline-setting", rooflineSetting],
    ["info-metric", infoMetrics],
    ["file", file],
  ];
  const environment: Record<string, EnvironmentValue> = {};
  for (const [origin, values] of byPrecedence)
    for (const [path, value] of Object.entries(values)) environment[path] = { value, origin };
  for (const { path, toValue, atMs: sinceMs } of newest.values())
    if (toValue !== null) environment[path] = { value: toValue, origin: "event", atMs: sinceMs };
  return Object.fromEntries(Object.entries(environment).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
