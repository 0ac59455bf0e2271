/** Compares the facts of a deployment with the previous ones and returns the changes. Pure. */
import {
  describeFlags,
  describeMetricNames,
  describeOutage,
  describeScaling,
  describeVersions,
  type DescribedChange,
} from "@/lib/sentences/events/describe-change";
import {
  updateWatchedValue,
  type WatchedChange,
  type WatchedUpdate,
} from "@/lib/analysis/changes/watched-value";
import type { DeploymentFacts, WatchedFacts } from "@/lib/model/deployment/deployment-facts";

/**
 * Time after the first observation in which new metric names create no event. The first observation may miss names, because
 * history is still being loaded or because counters start with the first requests.
 */
const namesLearnedForMs = 600_000;

/** A change of a deployment with the time at which it began, in epoch milliseconds. */
export interface TimedChange {
  readonly atMs: number;
  readonly change: DescribedChange;
}

/** New state of the watched facts, and the changes that were confirmed. */
export interface FactsComparison {
  readonly watched: WatchedFacts;
  readonly changes: readonly TimedChange[];
}

/**
 * Compares the facts of a deployment at `atMs` with the previous ones. Returns the state to store and the
 * changes to record as events.
 */
export function compareFacts(
  previousFacts: WatchedFacts,
  currentFacts: DeploymentFacts,
  atMs: number,
): FactsComparison {
  const instances = updateWatchedValue(previousFacts.instances, currentFacts.instances, atMs);
  const downInstances = updateWatchedValue(previousFacts.downInstances, currentFacts.downInstances, atMs);
  const flags = updateWatchedValue(previousFacts.flags, currentFacts.flags, atMs);
  const versions = updateWatchedValue(previousFacts.versions, currentFacts.versions, atMs);
  const metricNames = settleNames(previousFacts, currentFacts.metricNames, atMs);
  return {
    watched: {
      version: 1,
      instances: instances.nextState,
      downInstances: downInstances.nextState,
      flags: flags.nextState,
      versions: versions.nextState,
      metricNames: metricNames.nextState,
      namesSinceMs:
        previousFacts.metricNames === null && metricNames.nextState !== null
          ? atMs
          : previousFacts.namesSinceMs,
    },
    changes: [
      ...describeChange(instances.confirmedChange, describeScaling),
      ...describeOutages(
        previousFacts.downInstances === null
          ? firstOutage(currentFacts, atMs)
          : downInstances.confirmedChange,
        currentFacts,
        atMs,
      ),
      ...describeChange(flags.confirmedChange, describeFlags),
      ...describeChange(versions.confirmedChange, describeVersions),
      ...describeChange(metricNames.confirmedChange, describeMetricNames),
    ],
  };
}

function settleNames(
  { metricNames, namesSinceMs }: WatchedFacts,
  names: DeploymentFacts["metricNames"],
  atMs: number,
): WatchedUpdate<readonly string[]> {
  const isYoung = namesSinceMs !== null && atMs - namesSinceMs < namesLearnedForMs;
  const isLearned = isYoung && names !== null && metricNames?.confirmed.every((name) => names.includes(name));
  return isLearned === true
    ? { nextState: { confirmed: names, candidate: null }, confirmedChange: null }
    : updateWatchedValue(metricNames, names, atMs);
}

/** Returns whether the comparison changed the watched facts, so that they must be stored. */
export function haveFactsChanged(previousFacts: WatchedFacts, { watched }: FactsComparison): boolean {
  return JSON.stringify(watched) !== JSON.stringify(previousFacts);
}

interface OutageChange extends Omit<WatchedChange<readonly string[]>, "fromValue"> {
  /** Instances that were down at the previous check. Null before the first check. */
  readonly fromValue: readonly string[] | null;
}

/** Returns the outage that the first check reports. It needs no second check, because several failed scrapes confirm it. */
function firstOutage({ downInstances }: DeploymentFacts, atMs: number): OutageChange | null {
  return downInstances === null ? null : { fromValue: null, toValue: downInstances, firstSeenMs: atMs };
}

/**
 * Describes new outages. An outage began with the last successful scrape, minutes before two checks confirmed it. If no
 * successful scrape is known, the start is unknown. The event then has the time of the check and a minimum duration.
 */
function describeOutages(
  change: OutageChange | null,
  { instances, lastUpMs = {}, firstFailureMs = {} }: DeploymentFacts,
  atMs: number,
): readonly TimedChange[] {
  const added = change?.toValue.filter((instance) => change.fromValue?.includes(instance) !== true) ?? [];
  if (change === null || added.length === 0 || instances === null) return [];
  const startsMs = added.flatMap((instance) => lastUpMs[instance] ?? []);
  const failuresMs = added.flatMap((instance) => firstFailureMs[instance] ?? []);
  const isStartUnknown = startsMs.length === 0 && failuresMs.length > 0;
  const described = describeOutage({
    before: change.fromValue === null ? null : change.fromValue.length,
    now: change.toValue.length,
    instances,
    minimumMs: isStartUnknown ? atMs - Math.min(...failuresMs) : null,
  });
  return [{ atMs: isStartUnknown ? atMs : Math.min(change.firstSeenMs, ...startsMs), change: described }];
}

function describeChange<T>(
  change: WatchedChange<T> | null,
  describe: (from: T, to: T) => DescribedChange | null,
): readonly TimedChange[] {
  if (change === null) return [];
  const described = describe(change.fromValue, change.toValue);
  return described === null ? [] : [{ atMs: change.firstSeenMs, change: described }];
}
