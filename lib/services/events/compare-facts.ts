/** What is known of a deployment after one more look, and the events which that makes. Pure. */
import {
  describeFlags,
  describeMetricNames,
  describeScaling,
  describeVersions,
  type DescribedChange,
} from "@/lib/analysis/changes/describe-change";
import { settle, type Change } from "@/lib/analysis/changes/settle";
import type { DeploymentFacts, WatchedFacts } from "@/lib/model/deployment-facts";

export interface TimedChange {
  readonly atMs: number;
  readonly described: DescribedChange;
}

export interface Comparison {
  readonly watched: WatchedFacts;
  readonly changes: readonly TimedChange[];
}

export function compareFacts(before: WatchedFacts, facts: DeploymentFacts, atMs: number): Comparison {
  const instances = settle(before.instances, facts.instances, atMs);
  const flags = settle(before.flags, facts.flags, atMs);
  const versions = settle(before.versions, facts.versions, atMs);
  const metricNames = settle(before.metricNames, facts.metricNames, atMs);
  return {
    watched: {
      version: 1,
      instances: instances.facet,
      flags: flags.facet,
      versions: versions.facet,
      metricNames: metricNames.facet,
    },
    changes: [
      ...told(instances.change, describeScaling),
      ...told(flags.change, describeFlags),
      ...told(versions.change, describeVersions),
      ...told(metricNames.change, describeMetricNames),
    ],
  };
}

/** True when the look taught anything that must be kept. */
export function isNews(before: WatchedFacts, { watched }: Comparison): boolean {
  return JSON.stringify(watched) !== JSON.stringify(before);
}

function told<T>(
  change: Change<T> | null,
  describe: (from: T, to: T) => DescribedChange | null,
): readonly TimedChange[] {
  if (change === null) return [];
  const described = describe(change.from, change.to);
  return described === null ? [] : [{ atMs: change.atMs, described }];
}
