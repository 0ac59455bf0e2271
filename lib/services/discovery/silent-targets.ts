/**
 * Finds instances that never responded to a scrape, and therefore have no engine series that names their deployment.
 * Without this search, a replica that was down before the first discovery would be missing from its deployment.
 */
import type { InstantSample } from "@/lib/model/grid";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { metricSelector, printPromql } from "@/lib/semantic/compile/promql";
import { escapeRegex } from "@/lib/semantic/compile/scope-selectors";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import { compareText, formatGroupIdentity, type InstanceGroup } from "../deployments/instance-groups";
import type { DiscoveryPass } from "./discovery-pass";

/** Time that an instance may need to load its model. An instance whose scrapes fail for a longer time is down. */
const startupMs = 15 * 60_000;

interface SourceTargets {
  readonly sourceSlug: string;
  readonly groups: readonly InstanceGroup[];
  readonly records: readonly DeploymentRecord[];
  /** Targets of the source whose last scrape failed. */
  readonly failing: readonly InstantSample[];
}

type SilentInstances = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the targets whose scrapes have all failed since they were added, keyed by group identity. Sends no query if
 * every failing target already belongs to a known deployment. Throws AppError if a query fails.
 */
export async function readSilentInstances(
  { queryInstant }: Pick<DiscoveryPass, "queryInstant">,
  targets: SourceTargets,
): Promise<SilentInstances> {
  const groups = listGroupsWithUnknownTargets(targets);
  if (groups.length === 0) return new Map();
  const up = metricSelector("up", [
    {
      label: "job",
      operator: "=~",
      value: [...new Set(groups.map(({ job }) => escapeRegex(job)))].join("|"),
    },
  ]);
  const [recent, earlier] = await Promise.all([
    queryInstant(printPromql(maxOverTime(up, startupMs, 0))),
    queryInstant(printPromql(maxOverTime(up, evaluationWindows.headlineWindowMs, startupMs))),
  ]);
  return assignSilentTargets(groups, { recent, earlier });
}

type Selector = ReturnType<typeof metricSelector>;

const maxOverTime = (operand: Selector, windowMs: number, offsetMs: number) =>
  ({
    kind: "range-call",
    name: "max_over_time",
    operand,
    windowMs,
    ...(offsetMs === 0 ? {} : { offsetMs }),
  }) as const;

/**
 * Returns the groups whose job has a failing target that belongs to no known deployment. A group is excluded if its job
 * also serves another deployment, even a missing one, because the target could belong to either.
 */
function listGroupsWithUnknownTargets({
  sourceSlug,
  groups,
  records,
  failing,
}: SourceTargets): readonly InstanceGroup[] {
  const known = records.filter(({ metricsSource }) => metricsSource === sourceSlug);
  const knownInstances = new Set([
    ...known.flatMap(({ instances }) => instances),
    ...known.flatMap(({ workers = [] }) => workers.map(({ instance }) => instance)),
    ...groups.flatMap(listInstances),
  ]);
  const jobs = new Set(
    failing
      .filter(({ labels }) => !knownInstances.has(labels["instance"] ?? ""))
      .map(({ labels }) => labels["job"] ?? ""),
  );
  return groups.filter((group) => {
    const identity = formatGroupIdentity(group);
    const isShared =
      groups.some((other) => other !== group && other.job === group.job) ||
      known.some(
        (record) =>
          record.identity !== identity &&
          record.pools.some(({ selectors }) => selectors.some(({ job }) => job === group.job)),
      );
    return group.job !== "" && jobs.has(group.job) && !isShared;
  });
}

/**
 * Assigns targets that never responded. `recent` has the largest `up` of each target within the time that an instance may
 * need to start; `earlier` has the value before this time. If the job has a responding target that is not an instance of
 * the group, the job is scraped for several purposes, and its silent targets are not assigned.
 */
function assignSilentTargets(
  groups: readonly InstanceGroup[],
  { recent, earlier }: Readonly<Record<"recent" | "earlier", readonly InstantSample[]>>,
): SilentInstances {
  const existedEarlier = new Set(earlier.map(formatTarget));
  return new Map(
    groups.flatMap((group) => {
      const instances = new Set(listInstances(group));
      const targets = recent.filter(({ labels }) => labels["job"] === group.job);
      const responding = targets.filter(({ value }) => value > 0);
      if (responding.some(({ labels }) => !instances.has(labels["instance"] ?? ""))) return [];
      const silent = targets
        .filter(({ value }) => value === 0)
        .filter((target) => existedEarlier.has(formatTarget(target)))
        .filter(({ labels }) => hasLocationOf(group, labels))
        .map(({ labels }) => labels["instance"] ?? "")
        .filter((instance) => instance !== "" && !instances.has(instance));
      return silent.length === 0
        ? []
        : [[formatGroupIdentity(group), [...new Set(silent)].toSorted(compareText)] as const];
    }),
  );
}

/** Returns the instances of a group, with the workers of its stack that expose no metrics of the engine. */
function listInstances({ instances, stackWorkers }: InstanceGroup): readonly string[] {
  return [...instances, ...(stackWorkers?.recent ?? [])].map(({ instance }) => instance);
}

function hasLocationOf(group: InstanceGroup, labels: InstantSample["labels"]): boolean {
  return (["namespace", "cluster"] as const).every(
    (label) => (labels[label] ?? "") === "" || labels[label] === group[label],
  );
}

function formatTarget({ labels }: InstantSample): string {
  const { __name__: _name, ...targetLabels } = labels;
  return JSON.stringify(Object.entries(targetLabels).toSorted(([a], [b]) => compareText(a, b)));
}
