/** Asks a source which of its serving targets it has more than once, and whether these are copies. */
import { engineById } from "@/lib/engines";
import { isAppError } from "@/lib/model/app-error";
import { logger } from "@/lib/server/logger";
import {
  duration,
  namelessSelector,
  printPromql,
  selector,
  type Expression,
  type Matcher,
} from "@/lib/semantic/promql";
import { quoteRegex } from "@/lib/semantic/scope-selectors";
import {
  duplicatesInGroup,
  findDuplicateTargets,
  compareCopies,
  resolveCopies,
  targetLabels,
  type DuplicateTarget,
} from "./duplicate-targets";
import { combineMatches, type CounterMatch } from "./compare-counters";
import type { InstanceGroup } from "./instance-groups";
import type { DiscoveryPass } from "./discovery-pass";

/** A scraper's label stands on all its targets alike: a few tell of all. */
const maxComparedTargets = 3;
const comparisonWindowMs = 300_000;

/**
 * `groups` with the labels that only tell copies of their series apart, and what was seen of them. Never fails: without an answer
 * the groups stand as their labels' names say.
 */
export async function withCopyLabels(
  pass: DiscoveryPass,
  groups: readonly InstanceGroup[],
): Promise<readonly InstanceGroup[]> {
  const jobs = [...new Set(groups.map(({ job }) => job))].filter((job) => job !== "");
  if (jobs.length === 0) return groups;
  const up = await resultOrUndefined(() => pass.query(duplicateTargetsPromql(jobs)));
  if (up === undefined) return groups;
  const duplicates = findDuplicateTargets(up);
  return Promise.all(
    groups.map(async (group) => {
      const groupDuplicates = duplicatesInGroup(group, duplicates);
      if (groupDuplicates.length === 0) return { ...group, remarks: [] };
      return resolveCopies(
        group,
        groupDuplicates,
        await compareTargets(pass, group, groupDuplicates.slice(0, maxComparedTargets)),
      );
    }),
  );
}

/** `up` of targets that are there several times; nothing at all where none is. */
export function duplicateTargetsPromql(jobs: readonly string[]): string {
  const up = selector("up", [oneOf("job", jobs)]);
  const counted: Expression = { kind: "aggregate", name: "count", by: targetLabels, of: up };
  const several: Expression = {
    kind: "binary",
    operator: ">",
    lhs: counted,
    rhs: { kind: "number", value: 1 },
  };
  return printPromql({ kind: "matching", operator: "and", on: targetLabels, lhs: up, rhs: several });
}

/** What only grows, and when the process began. */
const counters =
  ".+_(?:sum|count|requests_total|tokens_total|seconds_total|success_total)|process_start_time_seconds";

/** Samples of what the engine counts at the targets. */
export function countersPromql(
  { engine }: Pick<InstanceGroup, "engine">,
  targets: readonly DuplicateTarget[],
): string {
  const named: Matcher = {
    label: "__name__",
    operator: "=~",
    value: `${engineById(engine).metricNamesPattern}|process_start_time_seconds`,
  };
  const targetMatchers = (["job", "instance"] as const).flatMap((name) => {
    const values = targets.flatMap(({ labels }) => labels[name] ?? []);
    return values.length === 0 ? [] : [oneOf(name, [...new Set(values)])];
  });
  const of = namelessSelector([
    named,
    { label: "__name__", operator: "=~", value: counters },
    ...targetMatchers,
  ]);
  return `${printPromql(of)}[${duration(comparisonWindowMs)}]`;
}

function oneOf(label: string, values: readonly string[]): Matcher {
  return { label, operator: "=~", value: values.map(quoteRegex).join("|") };
}

async function compareTargets(
  pass: DiscoveryPass,
  group: InstanceGroup,
  targets: readonly DuplicateTarget[],
): Promise<CounterMatch> {
  const rows = await resultOrUndefined(() => pass.querySamples(countersPromql(group, targets)));
  if (rows === undefined) return "unknown";
  return combineMatches(targets.map((target) => compareCopies(target, rows)));
}

/** Undefined where the source does not answer: what is known without it is worth more than nothing. */
async function resultOrUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error }, "a source could not be asked for copies");
    return undefined;
  }
}
