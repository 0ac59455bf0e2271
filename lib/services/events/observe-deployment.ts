/** Computes facts of a deployment from metric samples. Pure. */
import type { InfoMetric } from "@/lib/engines/definitions/engine";
import type { DeploymentFacts, Flags } from "@/lib/model/deployment/deployment-facts";
import type { InstantSample } from "@/lib/model/grid";
import type { Outage } from "@/lib/semantic/status/down-instances";

/** Samples of a deployment at one time, from which its facts are derived. */
export interface DeploymentSamples {
  /** Series of the engine's detection metric with all labels. */
  readonly servingSamples: readonly InstantSample[];
  /** Series of each info metric. Undefined if the query failed. */
  readonly infoSamples: readonly {
    readonly info: InfoMetric;
    readonly samples: readonly InstantSample[] | undefined;
  }[];
  /** Metric names of the engine. Undefined if the query failed. */
  readonly metricNames?: readonly string[] | undefined;
  /** Instances whose last scrape failed. Absent if the query failed. */
  readonly failedInstances?: readonly string[] | undefined;
  /** Number of workers that respond to scrapes and expose no metrics of the engine. Absent if the query failed. */
  readonly respondingWorkerCount?: number;
  /** Instances that are down. Absent if the query failed. */
  readonly outages?: ReadonlyMap<string, Outage> | undefined;
  /** True if every target of the deployment that service discovery lists fails its scrapes. */
  readonly areAllTargetsFailing?: boolean;
}

/**
 * Returns the facts of a deployment at one time: instances, versions, flags and metric names. If the source reports no
 * instance, no facts are known, because the source may have restarted. If all targets fail their scrapes, their number and
 * their outages are known.
 */
export function observeDeployment({
  servingSamples,
  infoSamples,
  metricNames = [],
  failedInstances = [],
  respondingWorkerCount = 0,
  outages,
  areAllTargetsFailing = false,
}: DeploymentSamples): DeploymentFacts {
  const instances = new Set(servingSamples.map(({ labels }) => instanceKey(labels)));
  const versionOf = new Map(infoSamples.map(({ info }) => [info.versionLabel, info.versionedSoftware]));
  // Labels that serving series also have describe the location of a server, not its configuration. A version label
  // may be on all series.
  const locationLabels = new Set([
    "__name__",
    ...servingSamples.flatMap(({ labels }) => Object.keys(labels)),
  ]);
  for (const label of versionOf.keys()) if (label !== undefined) locationLabels.delete(label);
  const servers = new Map<string, Map<string, Set<string>>>();
  for (const { info, samples = [] } of infoSamples) {
    for (const { labels } of samples) {
      // Metrics without a model label may belong to a different model of the same job.
      if (!instances.has(instanceKey(labels))) continue;
      const entries = Object.entries(labels);
      const where = entries.filter(([name]) => locationLabels.has(name));
      const server = where
        .map((entry) => JSON.stringify(entry))
        .toSorted()
        .join();
      const flags = servers.get(server) ?? new Map<string, Set<string>>();
      servers.set(server, flags);
      for (const [name, value] of entries) {
        if (!locationLabels.has(name) && info.startupMeasuredLabels?.includes(name) !== true)
          flags.set(name, (flags.get(name) ?? new Set()).add(value));
      }
    }
  }
  const isKnown = instances.size > 0 || areAllTargetsFailing;
  const flagEntries = Object.entries(joinFlags([...servers.values()]));
  const flags = flagEntries.filter(([name]) => !versionOf.has(name));
  const versions = flagEntries.flatMap(([name, values]) => {
    const component = versionOf.get(name);
    return versionOf.has(name)
      ? values.map((value) => (component === undefined ? value : `${component} ${value}`))
      : [];
  });
  return {
    instances: isKnown
      ? instances.size + countMissing(failedInstances, servingSamples) + respondingWorkerCount
      : null,
    ...describeOutages(isKnown ? outages : undefined),
    flags: flags.length === 0 ? null : Object.fromEntries(flags),
    versions: versions.length === 0 ? null : [...new Set(versions)].toSorted(),
    metricNames:
      instances.size === 0 || metricNames.length === 0 ? null : [...new Set(metricNames)].toSorted(),
  };
}

/** Returns the number of instances whose scrapes fail. They have no series, but still belong to the deployment. */
function countMissing(failing: readonly string[], serving: readonly InstantSample[]): number {
  const addresses = new Set(serving.map(({ labels }) => labels["instance"]));
  return failing.filter((instance) => !addresses.has(instance)).length;
}

function describeOutages(
  outages: DeploymentSamples["outages"],
): Pick<DeploymentFacts, "downInstances" | "lastUpMs" | "firstFailureMs"> {
  if (outages === undefined) return { downInstances: null };
  const entries = [...outages];
  return {
    downInstances: [...outages.keys()].toSorted(),
    lastUpMs: Object.fromEntries(
      entries.flatMap(([instance, { lastUpMs }]) => (lastUpMs === null ? [] : [[instance, lastUpMs]])),
    ),
    firstFailureMs: Object.fromEntries(
      entries.flatMap(([instance, { lastUpMs, firstFailureMs }]) =>
        lastUpMs === null ? [[instance, firstFailureMs]] : [],
      ),
    ),
  };
}

type FlagValues = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Combines flags of all servers. If one server has two values of a flag, the server was restarted minutes ago and old
 * series are still returned, so nothing is known yet.
 */
function joinFlags(servers: readonly FlagValues[]): Flags {
  const joined = new Map<string, Set<string>>();
  for (const flags of servers) {
    for (const [name, values] of flags) {
      if (values.size > 1) return {};
      joined.set(name, new Set([...(joined.get(name) ?? []), ...values]));
    }
  }
  return Object.fromEntries([...joined].map(([name, values]) => [name, [...values].toSorted()]));
}

/**
 * Returns a key for the instance of a series. It includes the pod, because two pods behind one address can have the
 * same instance label.
 */
function instanceKey(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify([labels["instance"] ?? "", labels["pod"] ?? ""]);
}
