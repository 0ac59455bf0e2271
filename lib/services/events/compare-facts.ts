/** Compares the facts of a deployment with the previous ones and returns the changes. Pure. */
import {
  describeFlags,
  describeMetricNames,
  describeOutage,
  describeScaling,
  describeVersions,
  type DescribedChange,
} from "@/lib/sentences/events/describe-change";
import { updateWatchedValue, type WatchedChange, type WatchedUpdate } from "@/lib/analysis/changes/settle";
import type { DeploymentFacts, WatchedFacts } from "@/lib/model/deployment/deployment-facts";

/**
 * During this time new metric names are learned without an event. The first observation may see only a part of a
 * loaded history, or a server whose counters start with its first requests.
 */
const namesLearnedForMs = 600_000;

export interface TimedChange {
  readonly atMs: number;
  readonly change: DescribedChange;
}

export interface FactsComparison {
  readonly watched: WatchedFacts;
  readonly changes: readonly TimedChange[];
}

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
      ...describeChange(instances.settledChange, describeScaling),
      ...describeOutages(downInstances.settledChange, currentFacts),
      ...describeChange(flags.settledChange, describeFlags),
      ...describeChange(versions.settledChange, describeVersions),
      ...describeChange(metricNames.settledChange, describeMetricNames),
    ],
  };
}

function settleNames(
  { metricNames, namesSinceMs }: WatchedFacts,
  names: DeploymentFacts["metricNames"],
  atMs: number,
): WatchedUpdate<readonly string[]> {
  const isYoung = namesSinceMs !== null && atMs - namesSinceMs < namesLearnedForMs;
  const isLearned = isYoung && names !== null && metricNames?.settled.every((name) => names.includes(name));
  return isLearned === true
    ? { nextState: { settled: names, candidate: null }, settledChange: null }
    : updateWatchedValue(metricNames, names, atMs);
}

/** Returns true if the pass changed the facts, so that they must be stored. */
export function haveFactsChanged(previousFacts: WatchedFacts, { watched }: FactsComparison): boolean {
  return JSON.stringify(watched) !== JSON.stringify(previousFacts);
}

/** An outage began with the last successful scrape, minutes before two checks confirmed it. */
function describeOutages(
  change: WatchedChange<readonly string[]> | null,
  { instances, lastUpMs = {} }: DeploymentFacts,
): readonly TimedChange[] {
  const added = change?.newValue.filter((instance) => !change.oldValue.includes(instance)) ?? [];
  if (change === null || added.length === 0 || instances === null) return [];
  const startMs = Math.min(change.firstSeenMs, ...added.flatMap((instance) => lastUpMs[instance] ?? []));
  const described = describeOutage({
    before: change.oldValue.length,
    now: change.newValue.length,
    instances,
  });
  return [{ atMs: startMs, change: described }];
}

function describeChange<T>(
  change: WatchedChange<T> | null,
  describe: (from: T, to: T) => DescribedChange | null,
): readonly TimedChange[] {
  if (change === null) return [];
  const described = describe(change.oldValue, change.newValue);
  return described === null ? [] : [{ atMs: change.firstSeenMs, change: described }];
}
