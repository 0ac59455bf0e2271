/** What is known of a deployment after one more look, and the events which that makes. Pure. */
import {
  describeFlags,
  describeMetricNames,
  describeScaling,
  describeVersions,
  type DescribedChange,
} from "@/lib/sentences/events/describe-change";
import { settle, type FacetChange, type SettleResult } from "@/lib/analysis/changes/settle";
import type { DeploymentFacts, WatchedFacts } from "@/lib/model/deployment-facts";

/**
 * So long names that only join in are learned, not told: what was first seen may be a history that was loaded with a few of them,
 * whose samples answer for five minutes more, or a server whose counters begin with its first requests.
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
  const instances = settle(before.instances, facts.instances, atMs);
  const flags = settle(before.flags, facts.flags, atMs);
  const versions = settle(before.versions, facts.versions, atMs);
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
    : settle(metricNames, names, atMs);
}

/** True when the look taught anything that must be kept. */
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
