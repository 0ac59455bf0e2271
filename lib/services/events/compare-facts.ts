/** Compares the facts of a deployment with the previous ones and returns the changes. Pure. */
import {
  describeFlags,
  describeMetricNames,
  describeScaling,
  describeVersions,
  type DescribedChange,
} from "@/lib/sentences/events/describe-change";
import { settleFacet, type FacetChange, type SettleResult } from "@/lib/analysis/changes/settle";
import type { DeploymentFacts, WatchedFacts } from "@/lib/model/deployment/deployment-facts";

/**
 * During this time new metric names are learned without an event. The first observation may see only a part of a
 * loaded history, or a server whose counters start with its first requests.
 */
const namesLearnedForMs = 600_000;

export interface TimedChange {
  readonly atMs: number;
  readonly described: DescribedChange;
}

export interface FactsComparison {
  readonly watched: WatchedFacts;
  readonly changes: readonly TimedChange[];
}

export function compareFacts(before: WatchedFacts, facts: DeploymentFacts, atMs: number): FactsComparison {
  const instances = settleFacet(before.instances, facts.instances, atMs);
  const flags = settleFacet(before.flags, facts.flags, atMs);
  const versions = settleFacet(before.versions, facts.versions, atMs);
  const metricNames = settleNames(before, facts.metricNames, atMs);
  return {
    watched: {
      version: 1,
      instances: instances.facet,
      flags: flags.facet,
      versions: versions.facet,
      metricNames: metricNames.facet,
      namesSinceMs: before.metricNames === null && metricNames.facet !== null ? atMs : before.namesSinceMs,
    },
    changes: [
      ...describeChange(instances.change, describeScaling),
      ...describeChange(flags.change, describeFlags),
      ...describeChange(versions.change, describeVersions),
      ...describeChange(metricNames.change, describeMetricNames),
    ],
  };
}

function settleNames(
  { metricNames, namesSinceMs }: WatchedFacts,
  names: DeploymentFacts["metricNames"],
  atMs: number,
): SettleResult<readonly string[]> {
  const isYoung = namesSinceMs !== null && atMs - namesSinceMs < namesLearnedForMs;
  const isLearned = isYoung && names !== null && metricNames?.settled.every((name) => names.includes(name));
  return isLearned === true
    ? { facet: { settled: names, candidate: null }, change: null }
    : settleFacet(metricNames, names, atMs);
}

/** Returns true if the pass changed the facts, so that they must be stored. */
export function hasChanged(before: WatchedFacts, { watched }: FactsComparison): boolean {
  return JSON.stringify(watched) !== JSON.stringify(before);
}

function describeChange<T>(
  change: FacetChange<T> | null,
  describe: (from: T, to: T) => DescribedChange | null,
): readonly TimedChange[] {
  if (change === null) return [];
  const described = describe(change.from, change.to);
  return described === null ? [] : [{ atMs: change.atMs, described }];
}
