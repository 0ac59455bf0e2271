/** What two answers of a metrics source say about how a deployment runs. Pure. */
import type { InfoMetric } from "@/lib/engines/engine";
import type { DeploymentFacts, Flags } from "@/lib/model/deployment-facts";
import type { InstantSample } from "@/lib/model/grid";

export interface DeploymentSamples {
  /** Series of the engine's detection metric, with all their labels. */
  readonly serving: readonly InstantSample[];
  /** Series of each info metric; undefined when it could not be asked. */
  readonly infos: readonly {
    readonly info: InfoMetric;
    readonly samples: readonly InstantSample[] | undefined;
  }[];
  /** Names of the engine's own metrics; undefined when they could not be asked. */
  readonly metricNames?: readonly string[] | undefined;
}

/** Facts of one look. A source that shows no instance decides nothing: it may have forgotten, as after its own restart. */
export function observeDeployment({ serving, infos, metricNames = [] }: DeploymentSamples): DeploymentFacts {
  const instances = new Set(serving.map(({ labels }) => instanceKey(labels)));
  const versionOf = new Map(infos.map(({ info }) => [info.versionLabel, info.versionOf]));
  // What series of work carry too says where a server runs, not how it was started; a version may stand on all of them.
  const locationLabels = new Set(["__name__", ...serving.flatMap(({ labels }) => Object.keys(labels))]);
  for (const label of versionOf.keys()) if (label !== undefined) locationLabels.delete(label);
  const servers = new Map<string, Map<string, Set<string>>>();
  for (const { info, samples = [] } of infos) {
    for (const { labels } of samples) {
      // Metrics without a model label may belong to another model of the same job.
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
        if (!locationLabels.has(name) && info.measured?.includes(name) !== true)
          flags.set(name, (flags.get(name) ?? new Set()).add(value));
      }
    }
  }
  const flagEntries = Object.entries(joinFlags([...servers.values()]));
  const flags = flagEntries.filter(([name]) => !versionOf.has(name));
  const versions = flagEntries.flatMap(([name, values]) => {
    const component = versionOf.get(name);
    return versionOf.has(name)
      ? values.map((value) => (component === undefined ? value : `${component} ${value}`))
      : [];
  });
  return {
    instances: instances.size === 0 ? null : instances.size,
    flags: flags.length === 0 ? null : Object.fromEntries(flags),
    versions: versions.length === 0 ? null : [...new Set(versions)].toSorted(),
    metricNames:
      instances.size === 0 || metricNames.length === 0 ? null : [...new Set(metricNames)].toSorted(),
  };
}

type FlagValues = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Every flag with its values over all servers. One server with two values of a flag was restarted minutes ago and its old
 * series are still answered: then nothing is known yet.
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

/** Two pods may have the same instance label behind one address. */
function instanceKey(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify([labels["instance"] ?? "", labels["pod"] ?? ""]);
}
