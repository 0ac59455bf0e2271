/** Queries which serving targets a source stores more than once, and whether they are copies. */
import { ownValue } from "@/lib/base/own-value";
import { engineById } from "@/lib/engines";
import { isAppError } from "@/lib/model/app-error";
import { getLogger } from "@/lib/server/logger";
import type { LabelMatcher } from "@/lib/engines/definitions/recipe";
import {
  formatPromqlDuration,
  namelessSelector,
  printPromql,
  metricSelector,
  type PromqlExpression,
} from "@/lib/semantic/compile/promql";
import { escapeRegex } from "@/lib/semantic/compile/scope-selectors";
import {
  filterDuplicatesInGroup,
  findDuplicateTargets,
  compareDuplicateCounters,
  applyDuplicateComparison,
  targetLabels,
  type DuplicateTarget,
} from "./duplicate-targets";
import { combineCounterMatches, type CounterMatch } from "./compare-counters";
import type { InstanceGroup } from "../deployments/instance-groups";
import type { DiscoveryPass } from "./discovery-pass";

/** Number of compared targets. A scraper adds the same label to all its targets, so a few targets are enough. */
const maxComparedTargets = 3;
const comparisonWindowMs = 300_000;

/**
 * Adds to `groups` which labels distinguish copies of one server, with remarks. Never fails: if the source
 * does not respond, the usual label names decide.
 */
export async function withReplicaLabels(
  pass: DiscoveryPass,
  groups: readonly InstanceGroup[],
): Promise<readonly InstanceGroup[]> {
  const jobs = [...new Set(groups.map(({ job }) => job))].filter((job) => job !== "");
  if (jobs.length === 0) return groups;
  const up = await resultOrUndefined(() => pass.queryInstant(duplicateTargetsPromql(jobs)));
  if (up === undefined) return groups;
  const duplicates = findDuplicateTargets(up);
  return Promise.all(
    groups.map(async (group) => {
      const groupDuplicates = filterDuplicatesInGroup(group, duplicates);
      if (groupDuplicates.length === 0) return { ...group, remarks: [] };
      return applyDuplicateComparison(
        group,
        groupDuplicates,
        await compareTargets(pass, group, groupDuplicates.slice(0, maxComparedTargets)),
      );
    }),
  );
}

/** Returns `up` of targets that occur several times. */
function duplicateTargetsPromql(jobs: readonly string[]): string {
  const up = metricSelector("up", [oneOf("job", jobs)]);
  const counted: PromqlExpression = { kind: "aggregate", name: "count", by: targetLabels, operand: up };
  const several: PromqlExpression = {
    kind: "binary",
    operator: ">",
    lhs: counted,
    rhs: { kind: "number", value: 1 },
  };
  return printPromql({ kind: "matching", operator: "and", on: targetLabels, lhs: up, rhs: several });
}

/** Metrics that only increase, and the process start time. */
const counters =
  ".+_(?:sum|count|requests_total|tokens_total|seconds_total|success_total)|process_start_time_seconds";

/** Returns counter samples of the engine at the targets. */
function countersPromql(
  { engine }: Pick<InstanceGroup, "engine">,
  targets: readonly DuplicateTarget[],
): string {
  const named: LabelMatcher = {
    label: "__name__",
    operator: "=~",
    value: `${engineById(engine).metricNamesPattern}|process_start_time_seconds`,
  };
  const targetMatchers = (["job", "instance"] as const).flatMap((name) => {
    const values = targets.flatMap(({ labels }) => ownValue(labels, name) ?? []);
    return values.length === 0 ? [] : [oneOf(name, [...new Set(values)])];
  });
  const of = namelessSelector([
    named,
    { label: "__name__", operator: "=~", value: counters },
    ...targetMatchers,
  ]);
  return `${printPromql(of)}[${formatPromqlDuration(comparisonWindowMs)}]`;
}

function oneOf(label: string, values: readonly string[]): LabelMatcher {
  return { label, operator: "=~", value: values.map(escapeRegex).join("|") };
}

async function compareTargets(
  pass: DiscoveryPass,
  group: InstanceGroup,
  targets: readonly DuplicateTarget[],
): Promise<CounterMatch> {
  const rows = await resultOrUndefined(() => pass.querySamples(countersPromql(group, targets)));
  if (rows === undefined) return "unknown";
  return combineCounterMatches(targets.map((target) => compareDuplicateCounters(target, rows)));
}

/**
 * Returns the result of `read`. Undefined if the source does not respond, because discovery can continue without the
 * comparison.
 */
async function resultOrUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isAppError(error)) throw error;
    getLogger().debug({ error }, "a source could not be queried for copies");
    return undefined;
  }
}
